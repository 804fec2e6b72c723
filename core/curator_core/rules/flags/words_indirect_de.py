"""German words of the flag rules for orders that are wished, hinted or asked for.

Classes as in the other lists; `*` stands for any ending, `~` for up to five words.
"""

from __future__ import annotations

WORDS = {
    "override": """
        vergiss ~ was, pfeif auf, außer acht, außen vor, links liegen, beiseite, hinweg,
        nicht länger an, nicht mehr an, nicht gebunden, entbunden, befreit von, abweich*,
        hinwegsetz*, fallen lassen, fallenlassen, verzichte auf, nicht befolgen, nicht beachten,
        keine beachtung, kein gewicht, löse dich, wirf ~ über bord, über bord,
        außer kraft gesetzt, für ungültig, als ungültig, als überholt, widersetz*, hebe ~ auf,
        verwerf*, verwirf, leg ~ weg, wirf ~ weg, weglassen, schlag ~ in den wind, in den wind,
        nicht mehr ausführen, nicht ausführen, brich, brichst, breche, nicht mehr beachten,
        nicht mehr befolgen, nicht mehr einhalten, nicht mehr berücksichtigen,
        nicht mehr respektieren, nicht mehr folgen, nicht mehr gehorchen, nicht mehr achten auf,
        nicht länger beachten, nicht länger befolgen, nicht länger einhalten,
        nicht länger berücksichtigen, nicht länger respektieren, nicht länger folgen,
        nicht länger gehorchen, nicht länger achten auf, nicht weiter beachten,
        nicht weiter befolgen, nicht weiter einhalten, nicht weiter berücksichtigen,
        nicht weiter respektieren, nicht weiter folgen, nicht weiter gehorchen,
        nicht weiter achten auf, nie mehr beachten, nie mehr befolgen, nie mehr einhalten,
        nie mehr berücksichtigen, nie mehr respektieren, nie mehr folgen, nie mehr gehorchen,
        nie mehr achten auf, keinesfalls beachten, keinesfalls befolgen, keinesfalls einhalten,
        keinesfalls berücksichtigen, keinesfalls respektieren, keinesfalls folgen,
        keinesfalls gehorchen, keinesfalls achten auf, nicht einhalten, nicht berücksichtigen,
        nicht respektieren, nicht folgen, nicht gehorchen, nicht achten auf, setze dich ~ hinweg,
        setz dich ~ hinweg, setzt dich ~ hinweg, hinweg zu setzen, schlage ~ in den wind,
        schieb ~ beiseite, schiebe ~ beiseite, räum ~ beiseite, wisch ~ beiseite, ist aufgehoben,
        sind aufgehoben, aufgehoben
    """,
    "told": """
        alles was dir, was dir gesagt, was dir vorher, was dir bisher, was man dir, alles davor,
        alles bisherige, alles vorherige, alles obige, alles was oben, was oben steht, was zuvor,
        alles zuvor, das bisherige, das obige, was du gelernt, was du weißt, was dein, was deine,
        was man dir gesagt, was dir aufgetragen, systemprompt, system-prompt, systemanweisung,
        systemanweisungen, deine anweisungen, deine vorgaben, was der assistent, was der agent,
        alles was der
    """,
    "lapsed": """
        zählt nicht mehr, zählen nicht mehr, ohne bedeutung, bedeutungslos, nicht mehr gültig,
        nicht mehr nötig, nicht länger, entfallen, entfällt, vorbei, vom tisch, hat ausgedient,
        haben ausgedient, widerrufen, nichtig, wirkungslos, zurückgenommen, interessiert nicht,
        interessiert ~ nicht, spielt keine rolle, spielen keine rolle, ist egal, sind egal,
        kümmert nicht, nicht mehr relevant, nicht relevant, ist belanglos, sind belanglos,
        beendet, zu ende, nicht mehr in kraft, gelten nicht länger, gilt nicht länger,
        abgeschafft, aufgekündigt, gestrichen, ersetzt durch, gekündigt
    """,
    "vocative": """
        lieber assistent, liebe assistentin, liebe ki, liebes modell, lieber agent,
        hallo assistent, achtung assistent, achtung ki, an den assistenten, an die assistenten,
        an alle assistenten, an die ki, an das modell, an den agenten, an alle agenten,
        an jeden assistenten, hinweis für die ki, hinweis für assistenten,
        hinweis an den assistenten, hinweis für den assistenten, als ki, als assistent,
        als sprachmodell, wenn du eine ki, falls du eine ki, wenn du ein assistent,
        falls du ein assistent, anweisung für den assistenten
    """,
    "polite": """
        bitte, freundlicherweise, sei so gut, sei so nett, seien sie so, wäre nett, wäre schön,
        wäre gut, wir bitten, ich bitte, man bittet, du kannst, du könntest, könntest du,
        würdest du, kannst du, du darfst, du solltest, du sollst, du wirst gebeten, wird gebeten,
        denk daran, denke daran, achte darauf, sorge dafür, stell sicher, stelle sicher,
        vergiss nicht, deine aufgabe, am besten, gerne
    """,
    "conceal": """
        verschwiegen, verschwiegenheit, niemand erfährt, niemand erfahren, niemanden wissen,
        nicht wissen, nichts wissen, nichts sagen, sag nichts, sag niemandem, sage niemandem,
        kein wort, kein sterbenswörtchen, bleibt unter uns, unter uns, behalt ~ für dich,
        für dich behalten, stillschweigen, nicht verraten, nicht erzählen, erzähl niemandem,
        erzähle niemandem, nicht ansprechen, nicht zur sprache, nicht informieren,
        ohne ~ zu informieren, ohne ~ wissen, ohne wissen, nicht melden, nicht protokollier*,
        nicht aufzeichnen, nicht erfahren, im dunkeln, geheim halten, halte ~ geheim,
        verheimlich*, verberg*, verbirg, unerwähnt, nicht auftauchen, nicht zeigen, nicht ~ sagen,
        nicht ~ erwähnen, nicht ~ mitteilen, nicht ~ verraten, nicht ~ erzählen, nichts ~ sagen,
        nichts ~ verraten, niemandem ~ sagen, niemandem ~ erzählen
    """,
    "covertly": "klammheimlich, im stillen, unbemerkt, im hintergrund, unter der hand, diskret",
    "leak": """
        gib ~ weiter, gib ~ heraus, gibt ~ heraus, gibst ~ heraus, gib ~ preis, preisgeben,
        preisgegeben, weitergeben, weitergegeben, weiterreichen, weiterzuleiten, übergib,
        übergeben, überlasse, überlassen, freigib, händige ~ aus, rück ~ heraus, rücke ~ heraus,
        lies ~ vor, liest ~ vor, zeig, spiele ~ zu, zuspielen, stelle ~ bereit, bereitstellen,
        teilt, mailen, maile, melde, poste, posten, exportier*, übertrag*, spiegel*, leite,
        leiten, darf haben, darf sehen
    """,
    "change": """
        wechsle, wechseln, umschalten, schalte ~ um, schalte ~ frei, aktivier*, genehmige,
        genehmigen, stimme ~ zu, zustimmen, akzeptiere, bestelle, bestellen, kaufe, kaufen, buche,
        buchen, zahle, zahlen, bezahl*, erstatte, verschieb*, archivier*, trage, übernimm,
        erlasse, erlass, räume, gewährst, verkürze, verlänger*, sperre, sperren, entsperr*,
        stoppe, beende, heb, hebe, widerrufe, wandle
    """,
    "use": """
        empfiehl, empfehle, empfehlen, verweise, verweis, nenne, behaupte, sage, sag, erwähne,
        stelle, stell, beende ~ mit, weise ~ hin, lenke, bevorzuge, wähle, biete, antwortest,
        schließe, fange, erkläre
    """,
    "forever": """
        von jetzt ab, von heute an, ab diesem, ab dieser, von diesem, in allen künftigen,
        in jeder künftigen, bei jeder künftigen, für alle zukunft, auf dauer, auf ewig,
        ein für alle, standardmäßig, zur regel, zum standard, als daueranweisung, dauerauftrag,
        daueranweisung, ohne ausnahme, hinfort, ab morgen, in jedem gespräch, in allen gesprächen,
        bei jedem start, bei jedem neustart, über sitzungen hinweg, sitzungsübergreifend,
        nicht mehr die ausnahme
    """,
    "every_answer": """
        jede antwort, jeder antwort, allen antworten, alle antworten, jede nachricht,
        jeder nachricht, jedes gespräch, jedem gespräch, jede zusammenfassung,
        jeder zusammenfassung, jede frage, jeder frage, egal was gefragt, egal wonach,
        was auch immer gefragt, jede anfrage, jeder anfrage, jede aufgabe, jeder aufgabe,
        deine antworten, deinen antworten, in antworten
    """,
    "unasked": """
        ohne ~ zu fragen, ohne ~ zustimmung, ohne ~ erlaubnis, ohne ~ bestätigung,
        ohne ~ freigabe, ohne freigabe, ohne vorherige, ohne weitere, ohne weiteres, ohne dass,
        ohne einwilligung, ohne ~ einverständnis, von dir aus, auf eigene faust,
        nach eigenem ermessen, selbständig, selbstständig, automatisch freigeben,
        automatisch genehmigen, nicht mehr fragen, nicht mehr zu fragen, nicht zu fragen,
        frag niemanden, frage niemanden, nicht erst fragen, nie fragen, niemals fragen,
        keine bestätigung, keine zustimmung, keine freigabe, keine erlaubnis, keine rücksprache,
        keine nachfrage, rückfragen entfallen, rückfrage entfällt, bestätigung entfällt,
        ist nicht nötig, nicht einholen, gilt als erteilt, gilt als genehmigt, gilt als bestätigt,
        ohne prüfen, ungeprüft, fragst ~ nie, frag ~ nie, frage ~ nie, fragst ~ nicht mehr,
        frag ~ nicht mehr, frage ~ nicht mehr, nie wieder fragen, nie wieder nach
    """,
    "condition": """
        wann immer, in dem moment, im moment, nächstes mal, das nächste mal, beim nächsten, beim,
        immer dann, jeder der, wer immer, für den fall, im falle, angenommen, nachdem,
        sowie jemand, bedankt sich, fragt der, fragt jemand, fragt ein, sagt jemand, sagt der,
        erwähnt jemand, erwähnt der, nennt jemand, nennt der, kommt jemand, meldet sich,
        erkundigt sich, ruft jemand, taucht ~ auf
    """,
    "cue": """
        fragt nach, gefragt, erwähnt wird, genannt wird, anspricht, spricht, zur sprache,
        ausspricht, anmeldet, einloggt, eintippt, vorliest, hört, hörst, singt, klopft,
        nach ~ fragt, wissen will, wissen möchte, sich meldet, anfragt, bittet, verlangt,
        die rede, thema, bedankt, beschwert, grüßt, verabschiedet, zustimmt, nachfragt, nachhakt,
        erkundigt, interessiert
    """,
    "cue_weak": """
        siehst, liest, findest, bemerkst, eintrifft, eingeht, öffnet, kommt, auftritt, betritt
    """,
    "codeword": """
        das stichwort, der begriff, den begriff, den satz, die worte, das kennwort, betreff,
        das signal, das zeichen
    """,
    "orders": """
        festgelegt, eingestellt, konfiguriert, vereinbart, vereinbarung*, versprechen,
        versprochen, absprache*, abmachung*, auftrag, aufträge, leitplanken, leitlinie*,
        einstellung*, persona, aufgaben, aufgabe, mission, pflichten, gesagte, gesagtes
    """,
    "owner": "betreiber, entwickler, auftraggeber, schöpfer, halter, herr, herrin",
    "someone": """
        nutzer, nutzerin, benutzer, benutzerin, jemand, kunde, kundin, kunden, anrufer, gast,
        gäste, besucher, besitzer, man dich, einer
    """,
    "then": "dann, so",
    "on_cue": """
        fragt jemand, fragt ein, fragt eine, fragt der, fragt man, sagt jemand, sagt ein,
        sagt der, erwähnt jemand, erwähnt ein, erwähnt der, nennt jemand, nennt der, meldet sich,
        erkundigt sich, ruft jemand, ruft ein, schreibt jemand, bei der erwähnung, bei erwähnung,
        auf das wort, auf die worte, auf nachfrage nach, auf die frage nach, wer fragt, wer nach,
        wer das wort, bei fragen nach, bei fragen zu, auf anfrage
    """,
}
"""Phrases by class, separated by commas."""
