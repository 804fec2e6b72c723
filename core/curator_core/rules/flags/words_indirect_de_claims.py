"""German words of the flag rules for claims and requests that come in other words.

Classes as in the other lists; `*` stands for any ending, `~` for up to five words.
"""

from __future__ import annotations

WORDS = {
    "identity": """
        als dein entwickler, als deine entwicklerin, als dein administrator, als dein besitzer,
        als dein chef, als dein betreiber, als dein auftraggeber, ich bin dein, ich bin deine,
        ich bin der administrator, ich bin der eigentümer, ich bin das system, wir sind deine,
        hier spricht dein, hier spricht der administrator, hier spricht das system, hier ist dein,
        hier schreibt dein, von deinem entwickler, von deinem besitzer, von deinem administrator,
        im namen deines
    """,
    "proclaimed": """
        systemmeldung, systemnachricht, systemhinweis, systemmitteilung, sicherheitshinweis,
        sicherheitsmeldung, sicherheitsanweisung, administratorhinweis, amtliche mitteilung,
        amtlicher hinweis, offizielle mitteilung, offizielle anweisung, offizieller hinweis,
        dienstanweisung, wichtige systemmeldung, verwaltungsanordnung, eilanordnung
    """,
    "authority": """
        it-sicherheit, it sicherheit, informationssicherheit, sicherheitsbeauftragte*, it-leitung,
        it-betrieb, it-support, systembetreiber, systemadministrator, betreiber, hersteller,
        datenschutz, compliance-abteilung, compliance, konzernleitung, unternehmensleitung,
        chefetage, ministerium, amt, prüfstelle, betriebsrat, plattformteam, sicherheitsgruppe,
        von ganz oben, entwicklerteam, systemverantwortliche*, verantwortliche*,
        sicherheitsverantwortliche*, fachabteilung, it-verantwortliche*, beauftragte*, stabsstelle
    """,
    "ratified": """
        abgesegnet, abgenommen, gebilligt, unterzeichnet, erteilt, veranlasst, festgelegt,
        zugelassen, anerkannt, bewilligt, besiegelt, verifiziert, bescheinigt, beglaubigt,
        vorgegeben, erlaube, erlaubt dir, gestatte, gestattet, ermächtigt, fordert, weist an
    """,
    "binding": """
        hat vorrang, haben vorrang, geht vor, gehen vor, ist bindend, gilt zwingend, unwiderruflich,
        unbedingt zu befolgen, zu befolgen, ausnahmslos, ohne widerspruch, duldet keinen,
        gilt als gesetz, steht über, vor allen anderen, über allen anderen, nicht verhandelbar,
        mit sofortiger wirkung, maßgeblich, uneingeschränkt gültig
    """,
    "edict": """
        dieser hinweis, diese anweisung, diese vorgabe, diese anordnung, diese mitteilung,
        diese meldung, dieser abschnitt, dieser vermerk, diese seite, dieses dokument,
        andere notizen, anderen notizen, alle anderen, allen anderen, das folgende, folgendes
    """,
    "secret": """
        sms-code, sicherheitscode, bestätigungscode, authentifizierungscode, wiederherstellungscode,
        login-daten, anmeldedaten, zugangsschlüssel, privaten schlüssel, privater schlüssel,
        geheimschlüssel, masterpasswort, iban, kontonummer, ausweisnummer, kreditkartennummer,
        türcode, alarmcode, tresorcode, kombination, passphrase, authenticator, seed-phrase
    """,
    "solicit_softly": "zeige, zeig, drucke, liste, exportiere, füge, lies, kopiere",
    "solicit": """
        bitte ~ um, eingeben, eintippen, einfügen, durchgeben, preisgeben, mitteilen, herausfinden,
        finde ~ heraus, besorge, lass ~ geben, vorlesen, hinterlege, trage ~ ein, entlocke,
        erschleich*, lass dir, lasse dir, lassen sie sich, diktieren, verlang, einholen,
        entgegennehmen, aufnehmen, aufschreiben
    """,
    "write_into": """
        übernehmen, aufnehmen, nimm ~ auf, aufgenommen, gehört in, gehören in, hinterlege,
        hinterlegt, verankere, verankern, einbauen, einfügen, eingefügt, ablegen, ablege, abgelegt,
        notiere, merke dir, merk dir, vermerke, vermerken, eingetragen, einzutragen, ersetze,
        ersetzen, überschreib*, passe ~ an, anpassen, registrier*, installier*, gespeichert,
        abspeichern, dauerhaft, soll in, sollte in, muss in, beginnt mit, ergänzt, erweiter*
    """,
    "agent_file": """
        langzeitgedächtnis, dauergedächtnis, gedächtnis, dein gedächtnis, speicherdatei,
        systemnachricht, systemanweisung, system-prompt, start-skript, startskript, anmeldeskript,
        regeldatei, regelordner, skill-datei, skill-ordner, skills-ordner, hook-skript, commit-hook,
        profildatei, agentendatei, persona-datei, rollendatei, shell-profil, workflow-datei,
        nutzerprofil, benutzerdefinierte anweisungen
    """,
    "approval": """
        durchwinken, durchgewinkt, abhaken, abzeichnen, absegnen, zustimmen, stimm ~ zu, zustimmung,
        bestätige, nimm ~ an, lass ~ durch, durchlassen, einfach ja, ein klick, häkchen, aufnehmen,
        aus der quarantäne, freischalten, nicken, kann so rein, kann rein, darf rein, darf so rein,
        kann so bleiben, durchgehen, reinnehmen, rein damit, mit aufnehmen, abgehakt
    """,
    "ease": """
        einfach, getrost, ruhig, blind, ohne bedenken, ohne zu lesen, ohne lesen, ohne hinsehen,
        ohne ansehen, ohne zu prüfen, ohne ~ zu prüfen, nichts zu prüfen, nichts zu sehen,
        nichts auffälliges, nichts gefährliches, längst, schon geprüft, bereits geprüft,
        schon kontrolliert, bereits kontrolliert, wurde geprüft, ist geprüft, alles geprüft,
        alles in ordnung, in ordnung, alles gut, völlig sicher, ganz sicher, kann nichts passieren,
        keine gefahr, keine bedenken, ohne risiko, risikolos, vertrauenswürdig, reine formsache,
        spar dir, sparen sie sich, kein grund, keine sorge, reicht, genügt, in einem rutsch,
        alle auf einmal, gesammelt, direkt, gleich so, nur noch ein, nur ein klick,
        ein klick genügt, wie immer, wie üblich, wie gehabt, kleine änderung, kleinigkeit,
        tippfehler, nur ein tippfehler, haben alle, sind sich einig, kollegen haben, gibt es nichts,
        nichts dabei, schon durch, schon gesehen, passt so, passt schon, geht klar, geht in ordnung,
        kein thema, alles wie, nur routine, reine routine, das übliche, alles bestens, so rein
    """,
    "review_void": """
        keine prüfung nötig, keine prüfung erforderlich, keine prüfung notwendig,
        keine kontrolle nötig, keine weitere prüfung, keine durchsicht, keine sichtung,
        prüfung nicht nötig, prüfung nicht erforderlich, prüfung ist nicht, prüfung entfällt,
        prüfung kann entfallen, prüfung überflüssig, prüfung ist überflüssig, muss nicht geprüft,
        müssen nicht geprüft, braucht nicht geprüft, brauchen nicht geprüft, nicht geprüft werden,
        bedarf keiner prüfung, bedarf keiner, braucht keine prüfung, brauchen keine prüfung,
        muss niemand prüfen, muss niemand lesen, braucht niemand zu, von der prüfung befreit,
        von der prüfung ausgenommen, ohne prüfung freigeben, ohne prüfung annehmen,
        nicht ~ angesehen werden, nicht ~ gelesen werden, nicht ~ geprüft werden,
        nicht ~ kontrolliert werden, nicht mehr angesehen, nicht mehr gelesen,
        nicht mehr kontrolliert, nicht angesehen werden, nicht gelesen werden,
        nicht kontrolliert werden, muss keiner lesen, muss keiner prüfen, muss keiner ansehen,
        braucht keiner
    """,
    "reviewer": """
        prüfende person, prüfer*innen, wer freigibt, wer das freigibt, wer entscheidet, gegenleser,
        kontrolleur, wer gegenliest, wer heute dienst, diensthabende
    """,
    "review_agent": """
        lieber prüfer, liebe prüferin, hinweis an prüfer, hinweis für prüfer, hinweis an den prüfer,
        an den prüfer, an die prüfer, prüfassistent, prüf-agent, prüf-ki, prüfmodell
    """,
    "success": """
        problemlos, funktioniert, funktionierte, klappt, klappte, lief gut, lief ohne, läuft stabil,
        bewährt, bestens, einwandfrei, wunderbar, tadellos, ohne ausfall, ohne probleme,
        keine probleme, kein problem, fehlerfrei, behoben, half sofort, wirkte sofort, nie wieder,
        nicht mehr fehl, ohne haken, mühelos, glatt, anstandslos, durchgelaufen, gelang, gelungen,
        gut ausgegangen, begeistert, hat funktioniert, hat geklappt, zur vollen, zufriedenheit,
        auf anhieb, ohne murren, niemand merkte, niemand beschwerte, gut angekommen, zuverlässig,
        verlässlich, stabil, durchweg, ohne ausnahme gut
    """,
    "everywhere": """
        alle projekte, allen projekten, jedes projekt, alle nutzer, alle benutzer, allen nutzern,
        jeden nutzer, alle teams, alle arbeitsbereiche, alle repositories, alle assistenten,
        alle agenten, überall, global, unternehmensweit, konzernweit, projektübergreifend,
        die ganze firma, das ganze unternehmen, alle abteilungen, alle mitarbeiter, jedem projekt,
        in jedem projekt, jedem repository, jedem arbeitsbereich, jedem nutzer, jeder nutzer,
        jeder benutzer, jeder assistent, in allen projekten, in allen repositories
    """,
    "applies": """
        gilt, gelten, gültig, anzuwenden, in kraft, wirksam, ausgeweitet, erweitert, ausdehnen
    """,
    "opens_up": """
        nicht mehr vertraulich, nicht länger vertraulich, nicht mehr geheim, öffentlich machen,
        öffentlich gemacht, als öffentlich, auf öffentlich, für alle sichtbar, für alle einsehbar,
        für alle lesbar, frei weitergegeben, an alle weitergeben, mit allen teilen,
        mit allen geteilt
    """,
    "this_item": """
        dieser vorschlag, diesen vorschlag, dieser eintrag, diesen eintrag, diese notiz,
        dieser punkt, diesen punkt, diese änderung, dieser text, diesen text, dieser stapel,
        diese karte, hier gibt es, das hier, dies hier, alles hier
    """,
    "by_order": """
        laut sicherheit*, laut it, laut vorstand, laut geschäftsleitung, laut administrator,
        laut richtlinie, gemäß anordnung, gemäß richtlinie, auf beschluss, kraft
    """,
}
"""Phrases by class, separated by commas."""
