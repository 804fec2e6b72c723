"""Italian words of the flag rules, by the classes of the English ones.

`*` stands for any ending, `~` for up to five words; accents are compared without.
What is `plain` only takes away what its first word means in another language.
"""

from __future__ import annotations

WORDS = {
    "institution": "la direzione, la dirigenza, i vertici, dall'alto, l'azienda, i responsabili",
    "backs": "viene da, proviene da, sostiene, avalla, e d'accordo, vuole, esige, ha dato il via",
    "no_more": "direttamente, inutile, superfluo, superflua, basta, non serve, non occorre",
    "looked": "rivisto, rivista, controllato, controllata, letto, letta, verificato, verificata",
    "already": "gia, due volte, da tempo",
    "override": """
        ignora, ignori, ignorate, ignorare, dimentica, dimentichi, dimenticare, dimenticati,
        trascura, trascurare, scarta, scartare, disobbedisci, disobbedire, non tenere conto,
        non tener conto, non seguire, non segua, non rispettare, non obbedire, non osservare,
        smetti di seguire, smetta di seguire, smettere di seguire, metti da parte, metta da parte,
        metti ~ da parte, mettere da parte, lascia perdere, lascia stare, passa sopra, scavalca,
        scavalcare, annulla, annullare, aggira, aggirare, viola le, fai a meno, non badare,
        non dare retta, non ascoltare
    """,
    "orders": """
        istruzioni, istruzione, regola, regole, ordini, direttiva, direttive, indicazioni,
        indicazione, consegne, restrizioni, restrizione, limiti, limitazioni, vincoli, politiche,
        desideri, preferenze, linee guida, avvertenze, disposizioni, prescrizioni, norme, norma,
        quello che ti ha detto, cio che ti ha detto, quanto ti ha detto
    """,
    "told": """
        quello che ti ha detto, cio che ti ha detto, quanto ti e stato detto,
        quello che ti e stato detto, quello che ti hanno detto, tutto cio che sai,
        tutto quello che sai, tutto quanto detto, le tue istruzioni, tue istruzioni, le tue regole,
        istruzioni di sistema, messaggio di sistema, tutto il precedente
    """,
    "earlier": """
        precedente, precedenti, finora, tutte, tutti, qualsiasi, qualunque, tuoi, tua, utente,
        dell'utente, esistenti, ricevute, iniziali, originali, vecchie, vigenti, del proprietario,
        del titolare, di prima, date prima, ricevuti, le tue
    """,
    "owner": """
        il tuo proprietario, il proprietario, la proprietaria, il titolare, la titolare, utente,
        l'utente, dell'utente, il tuo padrone, il padrone, il tuo capo, il tuo operatore
    """,
    "principal": """
        proprietario, proprietaria, titolare, utente, utenti, padrone, padrona, il tuo capo,
        operatore
    """,
    "lapsed": """
        non valgono piu, non vale piu, non si applica piu, non si applicano piu, non contano piu,
        non sono piu valide, non sono piu valid*, non e piu valid*, decadut*, abrogat*, annullate,
        annullati, senza effetto, senza validita, obsolete, obsoleti, non importano, superate
    """,
    "become": """
        ora sei, adesso sei, da ora sei, da adesso sei, d'ora in poi sei, fingi di essere,
        fai finta di essere, comportati come se, assumi il ruolo, agisci come se
    """,
    "act_as": "agisci come, agisca come, rispondi come, comportati come, parla come",
    "power": """
        amministratore, amministratrice, proprietario, senza restrizioni, senza limiti,
        senza vincoli, superutente
    """,
    "address": """
        assistente, l'assistente, assistenti, gli assistenti, agente ia, agenti ia, agente di ia,
        intelligenza artificiale, modello linguistico, chatbot, chi legge questa nota,
        chiunque legga, se sei un'ia
    """,
    "vocative": """
        caro assistente, cara assistente, ciao assistente, attenzione assistente,
        gentile assistente, nota per l'assistente, messaggio per l'assistente, come assistente,
        in quanto assistente, in quanto ia, se sei un assistente, a tutti gli assistenti
    """,
    "you": "tu devi, devi, lei deve",
    "must": """
        devi, deve, devono, dovete, dovrai, dovra, dovranno, bisogna, occorre, e tenuto,
        sono tenuti, hai l'obbligo
    """,
    "follow_only": """
        segui solo, segua solo, segui soltanto, segui unicamente, segui esclusivamente,
        obbedisci solo, unica regola, al di sopra di, prevale su, prevale sulle, prevalgono su,
        ha la precedenza, ha precedenza, ha la priorita, hanno la priorita, nuove istruzioni,
        nuove regole, al posto delle tue, al posto delle, solo cio che, solo quanto, conta piu di
    """,
    "outrank": "al di sopra di, prevale, prevalgono, pesa piu, vale piu, viene prima, conta piu",
    "self_ref": """
        questa nota, questo testo, questa pagina, questo paragrafo, quanto scritto qui,
        cio che e scritto qui, queste righe, il presente testo, la presente nota
    """,
    "polite": """
        per favore, per piacere, per cortesia, cortesemente, ti preghiamo, si prega,
        abbia la cortesia, abbi la cortesia, sarebbe bene, assicurati di, assicurati che,
        si assicuri, ricorda di, ricordati, potresti, puoi
    """,
    "conceal": """
        non dire, non dica, non dirlo, non dirglielo, non menzionare, non menzioni, non nominare,
        senza menzionare, senza dire, senza dirlo, senza dirglielo, non raccontare, non informare,
        non informi, senza informare, senza avvisare, senza avvertire, non avvisare, non avvertire,
        in segreto, tienilo segreto, tieni segreto, mantieni il segreto, all'insaputa,
        non deve sapere, non deve saperlo, non deve venire a sapere, non lo venga a sapere,
        senza che lo sappia, senza che se ne accorga, nascondi, nascondere, taci, tacere,
        non rivelare, non far sapere, senza lasciare traccia, senza lasciare tracce,
        alle spalle del
    """,
    "covertly": """
        di nascosto, in silenzio, segretamente, furtivamente, con discrezione, discretamente,
        alla chetichella, zitto zitto
    """,
    "leak": """
        invia, invii, inviare, inviate, inviagli, inviale, manda, mandi, mandare, mandagli,
        inoltra, inoltri, inoltrare, inoltrate, condividi, condivida, condividere, rivela, riveli,
        rivelare, consegna, consegni, consegnare, copia, copiare, pubblica, pubblichi, pubblicare,
        trasmetti, trasmetta, trasmettere, spedisci, spedisca, spedire, fornisci, fornisca,
        fornire, comunica, comunichi, comunicare, digli, caricare, esporta, esporti, esportare,
        diffondi, leggi ad alta voce, leggere ad alta voce, rispondi con, passa ~ a, cedi,
        dai a chi, dai loro, dai al cliente, carica su, carica il, carica i
    """,
    "change": """
        cambia, cambi, cambiare, cancella, cancelli, cancellare, elimina, elimini, eliminare,
        rimuovi, rimuova, rimuovere, togli, disattiva, disattivi, disattivare, installa, installi,
        installare, esegui, esegua, eseguire, approva, approvi, autorizza, autorizzi, paga, paghi,
        pagare, trasferisci, trasferire, rimborsa, aggiungi, aggiunga, aggiungere, apri, alza,
        abbassa, sostituisci, modifica, modifichi, modificare, reindirizza, accetta, salta, concedi
    """,
    "use": """
        usa, usi, utilizza, utilizzi, scrivi, scriva, rispondi, risponda, consiglia, raccomanda,
        raccomandi, metti, inserisci, includi, includa, termina, concludi, inizia, suggerisci,
        menziona, fai
    """,
    "forever": """
        d'ora in poi, d'ora in avanti, da ora in poi, da ora in avanti, da adesso in poi,
        da oggi in poi, da oggi in avanti, a partire da ora, a partire da adesso,
        a partire da oggi, da questo momento, in ogni sessione, in tutte le sessioni, per sempre,
        in modo permanente, fino a nuovo ordine, fino a nuovo avviso, in futuro, per il futuro
    """,
    "always": """
        sempre, in ogni momento, ogni volta, ogni volta che, senza eccezioni, senza eccezione,
        in ogni caso, per impostazione predefinita, non ~ mai
    """,
    "every_answer": """
        ogni risposta, tutte le risposte, tutte le tue risposte, tue risposte, ogni riassunto,
        ogni messaggio, ogni conversazione, ogni riepilogo
    """,
    "unasked": """
        senza chiedere, senza chiedergli, senza consultare, senza confermare, senza conferma,
        senza permesso, senza autorizzazione, senza approvazione, non chiedere conferma,
        non chiedere permesso, non chiedere il permesso, non serve chiedere, non occorre chiedere,
        senza consenso, senza verificare, senza controllare, senza attendere, senza aspettare,
        di tua iniziativa, senza domande, senza fare domande, non chiedere mai conferma,
        non chiedere mai il permesso, non chiedere mai al proprietario
    """,
    "condition": """
        quando, appena, non appena, ogni volta che, chi, chiunque, sentendo, qualora, nel caso,
        se qualcuno, se un, se una, se il cliente, se l'utente, se uno, se ti, se viene,
        se chiedono
    """,
    "cue": """
        dice, dica, dicano, menziona, menzioni, nomina, nomini, chiede di, chiede, chieda, scrive,
        scriva, pronuncia, pronunci, senti, compare, appare, saluta, domanda
    """,
    "codeword": """
        la parola, le parole, la frase, parola chiave, parola d'ordine, il segnale,
        parola in codice
    """,
    "on_cue": """
        sentendo, al sentire, alla parola, alla menzione di, se chiedono, se ti chiedono,
        quando chiedono, chi chiede, chi menziona, chi nomina, a chi chiede
    """,
    "someone": "qualcuno, l'utente, un cliente, chiunque, un utente, il cliente, i clienti",
    "protect": """
        quarantena, respinta, respinto, rifiutata, rifiutato, non eseguire, segnalata, segnalato,
        non comunicare mai, non comunichi mai, non condividere mai, non condivida mai,
        non fornire mai, non fornisca mai, non rivelare mai, non dare mai, non inviare,
        non inviate, non invii, non chiedere la password, non chiediamo mai, non chiede mai,
        non chiederemo mai, non inoltrare mai
    """,
    "wary": "phishing, sospetto, sospetta, malintenzionato, truffa, frode, aggressore",
    "asset": """
        elenco, l'elenco, lista, chiavi, chiave, archivio, dati, registro, rapporto, rapporti,
        fatture, fattura, contratto, codici, codice, indirizzi, contatti, conto, rubrica, listino,
        il file, i file
    """,
    "authority": """
        ufficio sicurezza, l'ufficio sicurezza, reparto sicurezza, il reparto sicurezza,
        team di sicurezza, ufficio legale, l'ufficio legale, reparto, direzione, la direzione,
        della direzione, dirigenza, amministratore, l'amministratore, amministratori, comitato,
        ministero, autorita, consiglio, sede centrale, assistenza tecnica, alta direzione
    """,
    "ratified": """
        approvato, approvata, ha approvato, verificato, verificata, ha verificato, confermato,
        confermata, esige, ordina, ordinato, autorizzato, autorizzata, autorizza, convalidato,
        convalidata, certificato, certificata, ratificato, ratificata, deciso, dispone, impone,
        stabilito
    """,
    "by_order": """
        per ordine di, per ordine del, per ordine della, su ordine del, su ordine della,
        a nome della, a nome del, per conto della, secondo la direzione, per decisione di,
        per decisione della, su disposizione della, su disposizione del
    """,
    "binding": """
        obbligatorio, obbligatoria, vincolante, vincolanti, massima priorita, priorita massima,
        priorita assoluta, senza discussioni, irrevocabile, inderogabile
    """,
    "edict": """
        questa nota, questo testo, questa regola, questa norma, questa politica,
        questa disposizione, tutti gli assistenti, tutti gli agenti, gli assistenti
    """,
    "identity": """
        sono il tuo amministratore, sono il tuo proprietario, sono l'amministratore,
        sono il tuo sviluppatore, come tuo sviluppatore, sono il tuo creatore
    """,
    "proclaimed": """
        avviso di sistema, messaggio di sistema, avviso ufficiale, comunicazione ufficiale,
        comunicato ufficiale, avviso di sicurezza
    """,
    "secret": """
        parola d'accesso, credenziali, codice di verifica, codice ricevuto, codice di accesso,
        chiave privata, chiave segreta, chiave api, dati di accesso, numero di carta,
        numero della carta, il pin, la password, le password
    """,
    "solicit": """
        chiedi, chieda, chiedigli, domandagli, richiedi, richieda, raccogli, raccolga, procurati,
        ottieni, fatti dare, fatti dire, fatti mandare, si faccia dare, annota, annoti, invia,
        inoltra, condividi, rivela, dammi, fornisci, consegna, comunica, domandagli la
    """,
    "write_into": """
        aggiungi, aggiunga, scrivi, scriva, copia, copi, inserisci, inserisca, salva, salvi,
        incolla, incolli, metti, metta, includi, includa, aggiorna, aggiorni, crea, annota,
        registra
    """,
    "write_last": "deve contenere, deve dire, deve includere, deve riportare",
    "content": """
        questa regola, questa riga, queste righe, questo testo, questo paragrafo, questa frase,
        quanto segue, il seguente, la seguente, le seguenti, i seguenti, queste istruzioni
    """,
    "agent_file": """
        file di memoria, file delle istruzioni, file di istruzioni, istruzioni dell'agente,
        cartella delle skill, cartella skills, messaggio di sistema, prompt di sistema,
        memoria permanente
    """,
    "approval": """
        approvare, approva, approvi, approvate, approvato, approvata, accettare, accetta, accetti,
        accettato, dare il via libera, dai il via libera, dai l'ok, essere approvata
    """,
    "ease": """
        senza revisione, senza guardare, senza leggere, senza leggerlo, senza leggerla,
        senza controllare, senza controllo, senza controlli, non serve leggere, innocuo, innocua,
        senza rischi, senza rischio, gia rivisto, gia rivista, gia approvato, gia approvata,
        gia controllato, gia controllata, e sicuro, e sicura, basta un'occhiata, una formalita,
        tranquillamente, a occhi chiusi, cosi com'e
    """,
    "review_void": """
        non richiede revisione, non serve revisione, non serve una revisione,
        non necessita di revisione, non serve controllare, non occorre controllare,
        non e necessaria la revisione, non e necessario controllare, esente da revisione,
        si puo approvare senza, puo essere approvata senza, puo essere approvato senza,
        approvare senza revisione, accettare senza revisione
    """,
    "reviewer": "revisore, revisora, revisori, chi revisiona, chi approva, chi controlla",
    "review_agent": """
        caro revisore, cara revisora, gentile revisore, nota per il revisore, agente revisore,
        attenzione revisore
    """,
    "this_item": """
        questa nota, questa proposta, questa modifica, questa voce, questo lotto, intero lotto,
        l'intero lotto, tutto il lotto
    """,
    "success": "ha funzionato, funziona bene, senza problemi, con successo, risolto, soddisfatt*",
    "negation": "non, senza, salvo, eccetto, tranne, solo, soltanto, nessuno, nessuna, giammai",
    "limit_time": """
        questa settimana, questo mese, questo trimestre, fino a, fino al, per ora, oggi, domani,
        temporaneamente
    """,
    "strength": """
        puo, potrebbe, forse, probabilmente, a volte, almeno, al massimo, quasi, circa, di solito
    """,
    "proviso": "quando, salvo che, a meno che, purche, solo se, in caso di, se il, se non",
    "address_weak": "l'agente, gli agenti",
    "plain": """
        si chiede, si usa, si invia, si manda, si scrive, si legge, si deve, si puo, si trova,
        si consegna, si copia, si elimina, si cancella, si pubblica, si menziona, si dice,
        si aggiunge, si paga, si prega di, si fa, si va, si tratta
    """,
    "asker": "chiunque, chi chiede, chi pronuncia, chi nomina",
    "grant": "riceve, ricevono, ottiene, ottengono",
}
"""Phrases by class, separated by commas."""
