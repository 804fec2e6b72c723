"""French words of the flag rules, by the classes of the English ones.

`*` stands for any ending, `~` for up to five words; accents are compared without.
"""

from __future__ import annotations

WORDS = {
    "institution": """
        direction generale, la direction, le service, les responsables, tout en haut,
        l'entreprise, la hierarchie
    """,
    "backs": """
        vient de, emane de, soutient, cautionne, d'accord, souhaite, veut, a donne son feu vert
    """,
    "no_more": "directement, inutile, superflu, suffit, telle quelle",
    "looked": """
        relu, relue, verifie, verifiee, controle, controlee, lu, lue, passe deux controles,
        examine, examinee
    """,
    "already": "deja, deux fois, depuis longtemps",
    "override": """
        ignorez, ignorer, oublie, oubliez, oublier, neglige, negligez, ecarte, ecartez,
        laisse de cote, laissez de cote, laisser de cote, mets de cote, mettez de cote,
        ne tiens pas compte, ne tenez pas compte, ne tiens plus compte, ne tenez plus compte,
        ne pas tenir compte, fais abstraction, faites abstraction, passe outre, passez outre,
        ne suis pas, ne suis plus, ne suivez pas, ne suivez plus, n'obeis plus, n'obeissez plus,
        ne respecte plus, ne respectez plus, cesse de suivre, cessez de suivre, contourne,
        contournez, desobeis, annule, annulez, affranchis-toi, ignore toutes, ignore tout,
        ignore les, ignore ce
    """,
    "orders": """
        consigne, consignes, instruction, instructions, regle, regles, ordre, ordres, directive,
        directives, indications, limites, restrictions, contraintes, souhaits, preferences,
        garde-fous, interdictions
    """,
    "told": """
        ce qu'on t'a dit, ce qu'on vous a dit, ce que t'a dit, ce que vous a dit,
        tout ce qui precede, tout ce que tu sais, tout ce que vous savez, tout ce qui a ete dit,
        tes instructions, tes consignes, vos instructions, vos consignes, message systeme,
        invite systeme
    """,
    "earlier": """
        precedente, precedents, precedentes, anterieur, anterieures, anterieurs, toutes, tous,
        toute, tes, vos, utilisateur, jusqu'ici, jusqu'a present, existantes, recues, initiales,
        d'origine, proprietaire, d'avant
    """,
    "owner": """
        utilisateur, utilisatrice, proprietaire, ton maitre, votre maitre, ton patron,
        ton operateur
    """,
    "principal": """
        utilisateur, utilisatrice, l'utilisateur, proprietaire, ton patron, votre patron,
        operateur, titulaire, la maison
    """,
    "lapsed": """
        ne valent plus, ne vaut plus, ne s'applique plus, ne s'appliquent plus, ne comptent plus,
        ne compte plus, n'ont plus cours, caduc, caduque, caduques, sans effet, abroge, abrogee,
        abrogees, perimees, nul et non, nulles et non, n'ont plus d'importance, est leve,
        sont levees
    """,
    "become": """
        tu es maintenant, tu es desormais, vous etes maintenant, vous etes desormais,
        fais comme si tu, faites semblant, fais semblant, prends le role, prenez le role
    """,
    "act_as": "agis comme, agissez comme, reponds comme, repondez comme, comporte-toi comme",
    "power": """
        administrateur, administratrice, proprietaire, sans restriction, sans limites, sans limite
    """,
    "address": """
        l'assistant, assistante, les assistants, tous les assistants, agent ia, agents ia,
        intelligence artificielle, modele de langage, quiconque lit, qui lit cette note,
        si tu es une ia, si vous etes une ia, l'agent, les agents
    """,
    "vocative": """
        cher assistant, chere assistante, bonjour assistant, attention assistant,
        note pour l'assistant, message pour l'assistant, message a l'assistant,
        en tant qu'assistant, en tant qu'ia, si tu es un assistant, a tous les assistants
    """,
    "you": "tu, vous, toi",
    "must": """
        dois, doit, devez, doivent, il faut, es tenu, etes tenu, est tenu, sont tenus, devras,
        devrez, il convient
    """,
    "follow_only": """
        ta seule regle, votre seule regle, seule regle, suis uniquement, suivez uniquement,
        suis seulement, n'obeis qu'a, prime sur, priment sur, prevaut sur, l'emporte sur,
        a priorite sur, a la priorite, nouvelles instructions, nouvelles consignes,
        remplace toute, remplace toutes, passe avant, au-dessus de
    """,
    "outrank": """
        prime sur, prevaut sur, l'emporte sur, passe avant, pese plus, compte plus,
        a le dernier mot
    """,
    "self_ref": """
        cette note, ce texte, cette page, ce paragraphe, ce qui est ecrit ici, ces lignes,
        la presente
    """,
    "polite": """
        s'il te plait, s'il vous plait, merci de, veuillez, veuille, prends soin de, assure-toi,
        assurez-vous, pense a, pensez a, nous te prions, nous vous prions, il serait bon, tu peux,
        vous pouvez, pourrais-tu, pourriez-vous
    """,
    "conceal": """
        ne dis rien, ne dites rien, ne dis pas, ne dites pas, ne mentionne pas, ne mentionnez pas,
        sans mentionner, sans en parler, n'en parle pas, n'en parlez pas, sans le dire,
        sans prevenir, ne previens pas, ne prevenez pas, ne pas mentionner, sans informer,
        n'informe pas, n'informez pas, garde le secret, gardez le secret, en secret,
        n'a pas a savoir, ne doit pas savoir, ne doit rien savoir, a l'insu, a son insu, cachez,
        dissimule, passe sous silence, passez sous silence, ne revele pas, sans laisser de trace,
        n'enregistre pas, ne signale pas, ne signalez pas, cache-le, cache-lui, cache cette,
        cache ce
    """,
    "covertly": "discretement, en silence, en cachette, secretement, en douce, en catimini",
    "leak": """
        envoie, envoyez, envoyer, transmets, transmettez, transmettre, transfere, transferez,
        transferer, partage, partagez, partager, revele, revelez, divulgue, divulguez, donne,
        donnez, communique, communiquez, copie, copiez, publie, publiez, livre, livrez, exporte,
        exportez, remets, remettez, expedie, fais suivre, faites suivre, lis a voix haute,
        reponds avec, dis-leur, diffuse, diffusez
    """,
    "change": """
        modifie, modifiez, modifier, supprime, supprimez, supprimer, efface, effacez, desactive,
        desactivez, activez, installe, installez, executez, executer, approuve, approuvez,
        autorise, autorisez, paie, payez, vire, rembourse, remboursez, ajoute, ajoutez, ajouter,
        ouvre, ouvrez, augmente, baisse, remplace, remplacez, redirige, accepte, acceptez, lance,
        lancez
    """,
    "use": """
        utilise, utilisez, utiliser, ecris, ecrivez, reponds, repondez, repondre, recommande,
        recommandez, mets, mettez, inclus, incluez, termine, terminez, commence, commencez,
        propose, mentionne, mentionnez, dis, dites, fais, faites
    """,
    "forever": """
        desormais, dorenavant, a partir de maintenant, a partir d'aujourd'hui,
        a compter d'aujourd'hui, a l'avenir, dans chaque session, a chaque session,
        dans toutes les sessions, pour toujours, de facon permanente, jusqu'a nouvel ordre,
        des maintenant, a partir de cet instant, de maniere permanente, a compter de ce jour,
        a compter de maintenant, d'office
    """,
    "always": """
        toujours, a chaque fois, chaque fois que, en tout temps, jamais, sans exception,
        systematiquement, par defaut
    """,
    "every_answer": """
        chaque reponse, toutes les reponses, toutes tes reponses, tes reponses, vos reponses,
        chaque resume, chaque message, chaque conversation, chaque tache
    """,
    "unasked": """
        sans demander, sans lui demander, sans consulter, sans confirmer, sans confirmation,
        sans permission, sans autorisation, sans accord, sans approbation, ne demande pas,
        ne demandez pas, ne demande plus, ne demandez plus, inutile de demander, sans verifier,
        sans verification, de ta propre initiative, sans attendre, sans validation, sans l'accord,
        sans consentement
    """,
    "condition": """
        quand, lorsque, lorsqu'un, si, des que, aussitot que, quiconque, chaque fois que,
        en entendant, une fois que, celui qui, ceux qui
    """,
    "cue": """
        dit, disent, mentionne, mentionnent, demande, demandent, ecrit, ecrivent, prononce,
        prononcent, entends, evoque, apparait, salue, cite, parle de
    """,
    "codeword": """
        le mot, les mots, la phrase, mot de passe, mot-cle, le signal, mot de code, la formule
    """,
    "on_cue": """
        en entendant, quand on demande, si on demande, quiconque mentionne, quiconque demande,
        a la mention
    """,
    "someone": "quelqu'un, l'utilisateur, un client, n'importe qui, un utilisateur, le client",
    "then": "alors",
    "protect": """
        quarantaine, rejetee, rejete, suspect, suspecte, ne pas executer, refusee,
        ne communiquez jamais, ne donnez jamais, ne partagez jamais, ne communique jamais,
        ne donne jamais, ne partage jamais
    """,
    "wary": "hameconnage, attaquant, attaquants, suspect, fraude, escroquerie",
    "asset": """
        liste, cle, cles, mots de passe, fichier, fichiers, donnees, registre, rapport, rapports,
        facture, factures, contrat, codes, adresses, contacts, compte, comptes, compte rendu,
        grand livre
    """,
    "authority": """
        service de securite, equipe de securite, la direction, direction informatique,
        administrateur, administrateurs, comite, ministere, autorite, autorites, conseil, siege,
        service juridique, conformite, direction generale, support technique, dsi
    """,
    "ratified": """
        approuve, approuvee, a approuve, verifie, verifiee, a verifie, confirme, confirmee, exige,
        ordonne, autorise, autorisee, valide, validee, a valide, certifie, certifiee, ratifie,
        ratifiee, impose
    """,
    "by_order": """
        sur ordre de, sur ordre du, au nom de la, au nom du, par decision de, sur instruction de
    """,
    "binding": """
        obligatoire, contraignant, contraignante, s'impose a, priorite absolue,
        plus haute priorite, prime sur toute, prime sur toutes, sans discussion, irrevocable,
        imperatif, imperative
    """,
    "edict": """
        cette note, ce texte, cette regle, cette politique, tous les assistants, tous les agents,
        toute autre regle
    """,
    "identity": """
        je suis ton administrateur, je suis ton proprietaire, en tant que ton developpeur,
        je suis ton createur
    """,
    "proclaimed": """
        avis du systeme, message systeme, avis officiel, communique officiel, avis de securite
    """,
    "secret": """
        mot de passe, mots de passe, identifiants, code de verification, cle privee, cle api,
        code d'acces, codes d'acces, numero de carte, code secret
    """,
    "solicit": """
        demande, demandez, demander, envoie, envoyez, partage, revele, notez, note-le, enregistre,
        collecte, recueille, recupere, obtiens, donne, donnez, transmets, communique
    """,
    "write_into": """
        ajoute, ajoutez, ajouter, ecris, ecrivez, copie, copiez, copier, insere, inserez,
        enregistre, enregistrez, colle, collez, mets, mettez, inclus, mets a jour, cree, creez,
        recopie, recopiez, inscris, inscrivez
    """,
    "write_last": "doit figurer, doit contenir, doit dire, doit mentionner",
    "agent_file": """
        fichier memoire, fichier de memoire, fichier d'instructions, instructions de l'agent,
        dossier de competences, dossier skills, invite systeme, message systeme,
        memoire permanente
    """,
    "approval": """
        approuver, approuve, approuvez, accepter, accepte, acceptez, valider, validez,
        donner le feu vert, etre approuve, etre accepte
    """,
    "ease": """
        sans relecture, sans lire, sans regarder, sans verification, pas besoin de relire,
        pas besoin de verifier, inoffensif, inoffensive, sans risque, deja verifie, deja verifiee,
        deja approuve, deja approuvee, deja relu, deja relue, un coup d'oeil suffit,
        simple formalite, rien a signaler, en toute confiance, tel quel, telle quelle,
        les yeux fermes, inutile d'ouvrir, simple correction, orthographe, rien a voir
    """,
    "review_void": """
        ne necessite pas de relecture, aucune relecture, aucune verification,
        pas de relecture necessaire, inutile de relire, inutile de verifier,
        dispense de relecture, approuve sans relecture, approuver sans relire,
        peut etre approuve sans, peut etre accepte sans, accepter sans relire
    """,
    "reviewer": """
        relecteur, relectrice, relecteurs, celui qui relit, celle qui relit, verificateur
    """,
    "review_agent": """
        cher relecteur, note au relecteur, note pour le relecteur, agent de relecture,
        attention relecteur
    """,
    "this_item": "cette note, cette proposition, ce changement, cette entree, ce lot, tout le lot",
    "success": """
        a fonctionne, fonctionne bien, sans probleme, avec succes, resolu, satisfait, satisfaite,
        sans erreur
    """,
    "negation": "ne, pas, jamais, sans, sauf, seulement, personne, aucun, aucune, rien, interdit",
    "limit_time": """
        cette semaine, ce mois, ce trimestre, jusqu'a, pour l'instant, aujourd'hui, demain,
        pendant, provisoirement
    """,
    "strength": """
        peut, pourrait, peut-etre, probablement, parfois, au moins, au plus, presque, environ
    """,
    "proviso": "si, quand, sauf si, a moins que, a condition que, seulement si, en cas de",
}
"""Phrases by class, separated by commas."""
