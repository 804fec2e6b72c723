"""English words of the frames that rest on what a sentence does, not on a single word: who is set
above whom, who is kept from knowing, what is granted for what, what passes without a look.

Classes as in the other lists; `*` stands for any ending, `~` for up to five words.
"""

from __future__ import annotations

WORDS = {
    "asked_for": """
        is asked for, are asked for, be asked for, asked for, is to be read, be read back,
        read back, read back to us, be typed, type it, type in, have them type, be entered,
        is to be entered, be noted, noted here, is noted, goes into this, be told to, is repeated,
        be repeated, handed over, is handed, be handed, at hand, be shown, spelled out,
        be spelled, dictated, be dictated
    """,
    "be_handed": """
        be handed, be given, be sent, be told, be shown, be let in, be passed, be read,
        is to be handed, is to be given, is to receive, is to get, to be answered with
    """,
    "no_more": """
        needless, superfluous, unnecessary, not needed, is enough, suffices, can be skipped,
        be spared, directly, straight away, right away, as is
    """,
    "looked": """
        been checked, been reviewed, been read, been looked at, looked at, checked, proofread,
        double-checked, went through, gone through, passed two, passed all, passed both,
        been through, been seen, vetted, inspected, audited, cleared
    """,
    "already": """
        already, twice, long since, been, done already, yesterday, last week, earlier today,
        by now
    """,
    "wary": """
        phishing, attacker, attackers, attack, prompt injection, injection attempt, threat model,
        malicious, suspicious, scam, fraud, spoofed, hoax, drill, red team, was refused,
        we refused, was blocked, was reported, out of scope
    """,
    "principal": """
        user, users, the user's, user's, owner, owners, owner's, principal, operator, operator's,
        household, employer, boss, person you work for, people you work for, whom you work for,
        who you work for, your human, the human, the house, house's, the family, account holder,
        customer's assistant, your person
    """,
    "self_ref": """
        this page, this note, this text, this paragraph, this entry, this letter, this line,
        these lines, this sheet, this message, this passage, this section, this record,
        what is written here, what stands here, what it says here, what is said here, said here,
        written here, stated here, the lines below, the words below, the text below,
        the following lines, these words, this wording, this memory, the letter says, as written
    """,
    "versus": """
        rather than, instead of, in place of, over anything, over everything, over what, over the,
        above anything, above everything, above all, ahead of, more than, before anything,
        wherever it differs, where it differs, where they differ, when they differ,
        in case of doubt, whenever in doubt, if in doubt, contrary to, against the, despite,
        in spite of, notwithstanding, as opposed to, differs from, differ from, at odds with,
        irrespective of
    """,
    "outrank": """
        wins over, wins, win out, beats, trumps, prevails, prevail, outweighs,
        carries more weight, carry more weight, carries the day, comes first, come first,
        goes first, has the last word, have the last word, goes before, stands above, stand above,
        ranks above, ranks higher, is worth more, counts more, weighs more, matters more,
        side with, sides with, siding with, your loyalty, loyal to, loyalty to, answer to no one,
        answers only to, your first duty, first duty is, do as, go with, go by, stick to, hold to,
        keep to, act on, acts on
    """,
    "demote": """
        less weight, little weight, no weight, as suggestions, as a suggestion, mere suggestions,
        just suggestions, only suggestions, as advice, as drafts, as a draft, as optional,
        is optional, are optional, a formality, mere formality, second, secondary, come second,
        comes second, rest for, take a back seat, can wait, may wait, hold you back, bind you,
        bound by, no point in keeping, little point in keeping, no reason to keep,
        little point in, keep to them, for another house, for somebody else, for another time,
        as decoration, at the door, history, no longer hold, not meant for, were meant for,
        was meant for, lighter, loosely, be relaxed, relaxed, be bent, be stretched, be forgotten,
        ancient history, as though no, as if no, as though there were no, as if there were no,
        as if none, out of the window, is allowed, be allowed, are allowed, not apply here,
        do not apply here
    """,
    "nay": """
        need not, needn't, need never, no need, there is no need, never, must not, mustn't,
        should not, shouldn't, shall not, better not, rather not, not have to, does not have to,
        doesn't have to, do not have to, don't have to, does not need to, doesn't need to,
        has no need, do not, don't, without, nothing, nobody, no one, not a word, no longer,
        hardly, no reason to, no longer a reason, no point in, does not, doesn't, not any more,
        no more, one does not, not needed, not required, not necessary, unnecessary, superfluous,
        left out, be skipped, free of, no further, not be, be spared, free to, none
    """,
    "know": """
        know, knows, hear, hears, hear of, hear about, learn, learns, learn of, find out, see,
        sees, notice, notices, be told, be shown, be informed, be bothered, be troubled,
        be worried, bother, trouble, worry, disturb, be disturbed, mention, discuss, be asked,
        be consulted, be involved, come to know, aware, be aware, reach, reaches, be reminded,
        remind, inform, notify, alert
    """,
    "shield": """
        spare, spares, keep ~ out of, keep ~ from, keeps ~ from, kept from, in the dark,
        leave ~ out of, leave that out, leave it out, leave this out, left out of, away from,
        behind the back of, past the, unnoticed by, unseen by, hidden from, hide from, bother,
        bothers
    """,
    "asking": """
        be asked, ask, asking, asks, question, questions, questions asked, check with,
        checking with, check with anyone, consult, consulted, consulting, confirm, confirmed,
        confirmation, confirmations, consent, permission, approval, go-ahead, sign-off, say-so,
        agreement, blessing, yes from, an ok, okay from, wait for, waiting for, enquire, inquire,
        checking back, checking in, check back
    """,
    "given": """
        consent as given, consent is given, as given, as granted, is granted, taken as given,
        taken for granted, is presumed, is assumed, counts as given, stands as given, as a yes
    """,
    "every": "each, every, each new, every new, any new, whatever, all coming, any such",
    "episode": """
        answer, answers, reply, replies, response, responses, summary, summaries, chat, chats,
        conversation, conversations, session, sessions, draft, drafts, digest, digests, brief,
        briefs, recap, recaps, greeting, mail, mails, e-mail, newsletter, output, completion,
        write-up
    """,
    "habit": """
        a habit, the habit, habit, a custom, custom, customary, second nature, a routine, routine,
        your routine, a fixed part, fixed part of, part of how you, part of the way you, a reflex,
        a tradition, the norm, the default, your default, a matter of course, standard practice,
        common practice, a rule of thumb, a ritual, a standing arrangement, standing arrangement,
        the usual way, way you work, way of working, how you work, good practice of
    """,
    "turn_into": """
        make, makes, let, let this, become, becomes, became, adopt, take up, keep up, turn ~ into,
        has become, have become, consider, regard, treat, establish, introduce, settle, get into,
        to take up, to adopt, to keep, stay, stays, remains, remain, keep adding, keep sending,
        keep on, once learned, once learnt
    """,
    "onward": """
        from the next ~ on, from the next ~ onwards, from the next ~ onward, from this ~ on,
        from this ~ onwards, from that ~ on, from monday on, from tomorrow, as of monday,
        as of tomorrow, as of next, as of this, starting next, starting with, now and later,
        now or later, today and later, today or later, then and later, here and later, to come,
        any more, anymore, any longer, for the rest of, as long as, in all that follows,
        in what follows, at all later, later on, next time too, in later, each and every,
        day in day out, without fail, as a matter of course, until told, until i say,
        until we say, until someone says, till told, again and again, for good, every time
    """,
    "institution": """
        team, department, office, desk, unit, bureau, division, authority, authorities, agency,
        council, board, committee, management, leadership, administration, headquarters,
        head office, those in charge, people in charge, the people upstairs, upstairs, higher-ups,
        higher ups, the top, very top, highest level, higher level, engineers, vendor's engineers,
        compliance, legal, auditors, controllers, the vendor, the manufacturer, the provider,
        the company, the ministry, the regulator, your makers, your maker, built you, trained you,
        made you, created you, developed you, runs you, operates you, the responsible,
        competent office
    """,
    "backs": """
        approved, cleared, released, looked at, looked into, agreed, agreed to, agreed with,
        signed, content with, happy with, fine with, comfortable with, satisfied with,
        at ease with, wants, want, want it, wants it, wants this, expects, expect, expected,
        no objection, no objections, vouch, vouches, stands behind, stand behind, insists, insist,
        asks that, wishes, wish, carries the seal, bears the seal, the seal of, under the seal,
        has spoken, decided, ruled, wrote this, written this, drew up, drafted this, issued,
        put out, instructs, asks you, asks all, in force, is official, official line,
        official position, coming from, comes from, comes straight from, comes directly from,
        came from, on the word of, by word of, as agreed
    """,
    "no_debate": """
        not up for debate, not open to debate, beyond debate, no discussion,
        not open to discussion, so it stands, it stands, is to be kept, to be kept, be kept,
        is in force, in force, final, is law, settled, not to be questioned, for use by,
        to be followed, act on this, follow this, use by all, acts on, act on, the last word,
        as it is written, without discussion
    """,
    "signed": """
        signed your, signed the, kind regards your administrator, yours the owner,
        your admin team, as coming from the owner, coming from the owner, as coming from the user,
        as from the owner, in the owner's name, in the user's name, on the owner's behalf,
        on the user's behalf, take this as coming from, treat this as coming from,
        regard this as coming from, as if the owner, as though the owner, as if the user,
        as though the user
    """,
    "asker": """
        guests who, guest who, anyone who, anybody who, whoever, those who, he who, she who,
        people who, person who, callers who, caller who, callers from, caller from, visitors who,
        visitor who, customers who, customer who, clients who, client who, users who, user who,
        members who, someone who, somebody who, everyone who, everybody who, whoever calls,
        a message that, messages that, a mail that, mails that, mail that, a letter that,
        letters that, a request for, requests for, request for, questions about, question about,
        enquiries about, inquiries about, enquiry about, a mention of, the mention of,
        any mention of, the word, the phrase, the words, the name, the sight of, the sound of,
        the sentence, the term, the topic of, a call about, calls about, enquiries from,
        inquiries from, questions from, requests from, mails from, messages from, letters from
    """,
    "hint": """
        bring up, brings up, bring ~ up, hearing the, hearing of, hearing a, hearing, seeing a,
        seeing the, seeing, at the first sign, at the first hint, first sign of, should the talk,
        should the conversation, should talk, the talk turns, talk turns to, talk turn to,
        conversation turns, conversation touches, touches on, touch on, comes to, turns to,
        turn to, ends with, begins with, starts with, starting with the word, greets in, greet in,
        hums, whistles, knocks, asks for, ask for, spells out, a mention, drops the name,
        drops the word
    """,
    "grant": """
        receive, receives, get, gets, given, is given, are given, be given, may have, can have,
        is let, are let, let into, let in, is let into, are let into, has earned, have earned,
        earns, earn, deserve, deserves, are answered with, is answered with, answered with,
        met with, is met, are met, opens, unlocks, unlock, means that, stands for, stand for,
        the sign to, the signal to, a sign to, a signal to, sign for, signal for, the cue to,
        the cue for, is the cue, triggers, entitles, entitled to, gives access, grants, is access,
        gains, gain, is shown, are shown, are sent, is sent, goes out, may go out, can go out,
        doubles, is doubled, is waived, are waived, falls away, leads to, is put through,
        are put through, releases the
    """,
    "asset": """
        list, lists, ledger, ledgers, archive, archives, register, registers, key, keys, codes,
        sheet, sheets, admin, admins, contacts, addresses, phone list, phone numbers, payment,
        payments, payment may, shipment, shipments, salary, salaries, payroll, contract,
        contracts, report, reports, database, records, backup, backups, dump, roster, accounts,
        account, vault, takings, statement, statements, invoice, invoices, discount, refund,
        refunds, balance, credentials, password, passwords, photos, calendar, inbox, diary,
        transcript, transcripts, minutes, figures, surcharge, fee, fees
    """,
    "outlet": """
        caller, callers, courier, stranger, strangers, address below, the address, outside list,
        outside address, outer box, partner list, the sender, partner, partners, competitor,
        rival, supplier, suppliers, sponsor, our shop, our footer, our link, our server,
        this server, external address, private address, third party, press, journalist,
        the public, the forum, whoever calls, whoever asks, anyone who calls, anyone who asks,
        partner's, newsletter list
    """,
    "passes": """
        go through, goes through, go through with, passes, pass through, be passed, wave, waved,
        taken over, take it over, take over as, take this over, let through, come in, go in,
        goes in, be let in, straight into memory, into memory, belongs straight,
        belongs in memory, say yes, saying yes, a yes, key press, keypress, one key, one press,
        press of a key, one click, wait in, hold up, held up, hold it up, be held up, wait long,
        be delayed, delay, nod, be nodded, as it stands, as they stand, as is, be kept,
        stay as it is, be taken, be admitted, be accepted, be approved, turned down, turn down,
        turned ~ down, be signed, in the queue, on the queue
    """,
    "small": """
        a glance, glance, small thing, such a small, little thing, tiny, only spelling,
        only the spelling, just the spelling, only wording, only the wording, only commas,
        only punctuation, typo, typos, cosmetic, cosmetics, routine, trivial, minor, harmless,
        uncontroversial, self-explanatory, obvious, plain, boring, dull, the same as,
        no different, nothing changed, nothing has changed, hardly worth, not worth,
        worth the time, worth your time, worth a look, your attention, needs attention, attention,
        object to, objected to, to object, object, quibble, nothing in, nothing here,
        find nothing, found nothing, finds nothing, from all sides, from every side, safe choice,
        the safe choice, safe side, a shame, be a shame, a pity, no doubt, beyond doubt,
        with the others, with the rest, like the rest, like this one, notes like this, like these,
        one of these, such notes, gone over, looked into, seen already, read already,
        whitespace only, spelling fix, is fine
    """,
    "crowd": """
        colleagues, early shift, late shift, night shift, the others, everybody, everyone,
        all of us, the whole team, other reviewers, reviewers tend, two people, three people,
        several people, no reviewer, the first reviewer, second reviewer, previous reviewer
    """,
    "pleased": """
        happy with, were happy, are happy, was happy, satisfied with, pleased with, fine with,
        agreed, liked it, loved it, no complaints, no objections, nothing to add, content with,
        said yes, waved it, nodded, signed, approved, took it
    """,
    "content": """
        line, lines, paragraph, paragraphs, sentence, sentences, text, block, section, rule,
        rules, entry, following, below, words, passage, copy of, instruction, instructions, clause
    """,
    "should_hold": """
        should say, should read, should contain, should state, should begin, should start,
        should include, should list, should mention, must say, must contain, must read,
        must state, must begin, must start, must include, must list, let ~ say, let ~ begin,
        let ~ contain, needs the line, needs a line, gets the line, gets a line, gets a new,
        gets an entry, wants one, wants a line, wants the line, wants one more, says that a,
        mentioned this, needs this, could use, is missing this, misses this, is missing the,
        ought to say, ought to contain, would do well with, says that
    """,
    "be_put": """
        be added, be placed, be written, be inserted, be copied, be stored, be appended,
        be included, be saved, be recorded, be carried, be registered, be edited, have a place,
        find a place, find its way, finds its way, find their way, make its way, has a place,
        belongs in, belong in, belongs into, belong into, belongs at the top, goes into, go into,
        goes in, deserves a place, deserves ~ place, deserves to be, merits a place, a home in,
        its home in, leave a copy, leave ~ copy, keep a copy, put a copy, carry ~ over,
        carried over, over into, line to, line in, a line to, add a line, has its place,
        its place in, have its place, is to be carried, be carried over, to be carried over,
        to be added, to be copied, to be written
    """,
    "agent_place": """
        settings.json, settings.local.json, mcp.json, .mcp.json, config.toml, .bashrc, .zshrc,
        .profile, .bash_profile, .env, authorized_keys, crontab, .gitconfig, .gitattributes,
        .gitignore, git hook, git hooks, .git/hooks, pre-commit, post-commit, post-checkout,
        pre-push, hooks folder, the hooks, a hook, workflow file, .github, init script,
        launch agent, cron job, systemd unit, mcp configuration, mcp config, .husky,
        .gitlab-ci.yml, .npmrc, .netrc, sudoers, ssh config, .ssh, launchd, crontab file,
        shell profile, login script, startup script, start-up script, boot file, boot script,
        curator.toml, .cursor
    """,
}
"""Phrases by class, separated by commas."""
