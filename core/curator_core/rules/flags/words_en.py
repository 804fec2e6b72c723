"""English words of the flag rules, by class: who is ordered to do what.

`*` stands for any ending, `~` for up to five words. General vocabulary, not sentences that somebody
met.
"""

from __future__ import annotations

WORDS = {
    "override": """
        skip, skips, skipping, break, breaks, breaking, step over, look past, wave aside, ignor*,
        disregard*, forget, forgets, forgetting, forgotten, drop, drops, dropping, override,
        overrides, overriding, overrid*, overrul*, bypass*, discard*, neglect*, abandon*,
        dismiss*, unlearn*, suspend*, circumvent*, violat*, erase, wipe, disobey*, do not follow,
        don't follow, stop following, no longer follow, no longer obey, stop obeying, do not obey,
        don't obey, not bound by, no longer bound by, set aside, set ~ aside, put aside,
        put ~ aside, set ~ to one side, put ~ to one side, lay aside, cast aside, leave aside,
        brush aside, pay no attention to, pay no heed to, take no notice of, throw out,
        throw away, let go of, do away with, leave behind, deviate from, depart from,
        break free of, never mind, skip over, rise above, step outside, cease to follow,
        refuse to follow, do not apply, do not adhere, stop adhering, pretend ~ never
    """,
    "orders": """
        everything, whatever, user said, user wants, user wanted, owner said, instruction*, rule,
        rules, guideline*, order, orders, directive*, direction, directions, command, commands,
        restriction*, constraint*, prompt, prompts, polic*, safeguard*, guardrail*, limit, limits,
        limitation*, requirement*, protocol*, told you, tells you, were told, was told, been told,
        asked of you, asked you, said to you, wish, wishes, preference*, boundaries, principles,
        guidance, training, programming, regulation*, safety checks, safety settings, norms,
        mandate, mandates, agreements, briefing, advice, teachings, obligations, duties,
        code of conduct
    """,
    "earlier": """
        previous*, prior, earlier, above, preceding, former, formerly, before this, existing,
        so far, all, every, any, other, your, you, whatever, everything, anything, user's, users',
        the user, the owner, system, initial, initially, original, originally, old, current,
        usual, preset, default, person, human, everyone else, until now, up to now, to date,
        foregoing, those, these, house, their, his, her, my
    """,
    "owner": """
        your, you, owner, user, user's, human, principal, person, boss, operator, developer,
        developers, creator, creators, maker, makers, master, employer
    """,
    "lapsed": """
        lapsed, void, expired, obsolete, cancelled, canceled, revoked, superseded,
        no longer apply, no longer applies, no longer valid, no longer count, no longer counts,
        no longer hold, no longer holds, no longer bind*, do not count, does not count,
        not apply any more, out of date, outdated, null and void, withdrawn, abolished,
        have ended, has ended, are over, is over, not binding, are gone, is gone, meaningless,
        out of force, not in force, repealed, rescinded, terminated, have been lifted,
        has been lifted, yield to, take second place
    """,
    "become": """
        you are now, you're now, pretend to be, pretend you are, pretend that you are,
        act as if you, behave as if you, roleplay as, role-play as, you will act as,
        imagine you are, take on the role of, you become, assume the role of, assume the identity,
        speak as if you, answer as if you, from here on you are, consider yourself,
        you have been reassigned
    """,
    "act_as": """
        act as, acts as, behave as, pose as, speak as, work as, run as, operate as, function as,
        respond as, answer as, impersonat*, switch to, enter, enable
    """,
    "power": """
        admin, administrator, owner, root, superuser, operator, developer mode, debug mode,
        god mode, unrestricted, unfiltered, jailbroken, maintenance mode, without restrictions,
        without limits, privileged, sudo, supervisor, manager, master
    """,
    "address": """
        assistant, assistants, ai, a.i., llm, llms, model, chatbot, chatbots, bot, language model,
        copilot, whoever reads, anyone reading, anyone who reads, whoever loads, reader, readers,
        helper, helpers, helpers reading, agents reading, the agent reading, dear agent,
        this agent, ai agent, ai agents, any agent, every agent, the agent must, the agent should
    """,
    "address_weak": """
        agents, agent, agents loading, agents reading, automations, tools reading, the helper,
        whoever processes
    """,
    "you": "you",
    "must": """
        must, shall, have to, has to, need to, needs to, are to, is to, are required to,
        is required to, are obliged to, are instructed to, are ordered to, are expected to,
        will now, should now, should also, are hereby, needs must, had better
    """,
    "follow_only": """
        this takes precedence, this note takes precedence, this text takes precedence,
        follow only, obey only, listen only, trust only, heed only, only follow, only obey,
        only listen, only trust, treat this as your, treat it as your, treat these as your,
        treat what ~ as your, treat the ~ as your, treat ~ as instructions,
        treat ~ as an instruction, treat ~ as law, treat ~ as a command, take this as your,
        take these as your, take it as your, take what ~ as your, follow ~ instead,
        obey ~ instead, takes priority over, has priority over, prevails over, outranks,
        supersedes all, is your only, are your only, replaces your, replace your,
        new instructions, new instruction, your new rules, your new task, your real task,
        your true goal, your actual task, updated instructions, here are your, counts above
    """,
    "conceal": """
        do not mention, don't mention, never mention, not to mention, without mentioning,
        do not tell, don't tell, never tell, without telling, keep quiet, keep silent,
        keep ~ quiet, keep ~ secret, keep ~ to yourself, keep ~ hidden, say nothing, stay silent,
        do not disclose, do not reveal, never reveal, do not inform, without informing,
        without notifying, do not notify, hide ~ from, no one needs to know, nobody needs to know,
        do not show, leave no trace, do not log, without logging, no trace of, do not report,
        never report, pass over in silence, do not record, do not warn, without warning
    """,
    "covertly": """
        quietly, silently, secretly, covertly, discreetly, in secret, unnoticed,
        behind the scenes, on the quiet, under the radar
    """,
    "leak": """
        send, sends, sending, sent, forward, forwards, forwarding, forwarded, share, shares,
        sharing, shared, reveal, reveals, revealing, disclos*, leak*, copy, copies, copying,
        copied, export, exports, exporting, exported, upload, uploads, uploading, uploaded, post,
        posts, posting, mail, mails, mailing, email, emails, emailing, e-mail, publish*,
        transmit*, transfer, transfers, transferring, transferred, tell, tells, telling,
        hand over, hands over, hand out, handing over, give, gives, giving, read out, read aloud,
        repeat, repeats, repeated, attach, attaches, attaching, attached, submit, submits,
        submitting, relay, relays, answer with, respond with, reply with, recite*, dump, dumps,
        deliver, delivers, provide, provides, pass on, pass along, passes on, broadcast*, bcc,
        print out, list out, spell out, receives, is entitled to, are entitled to, deserve,
        deserves, gets, may have, is given, are given, exfiltrat*, deposit*, drop off, sync, syncs
    """,
    "change": """
        switch, switches, switching, change, changes, changing, replace, replaces, replacing,
        delete, deletes, deleting, remove, removes, removing, erase, erases, purge*, wipe,
        disable, disables, disabling, turn off, turns off, shut off, switch off, raise, raises,
        raising, lower, lowers, lowering, grant, grants, granting, add, adds, adding, increase,
        decrease, reset, resets, modify, modifies, redirect*, reroute*, pay, pays, wire, refund,
        unlock*, open, opens, install, installs, installing, execute, executes, executing, run,
        runs, running, merge, skip, skips, skipping, leave out, leaves out, omit, omits, omitting,
        hide, hides, suppress*, promote*, invite*, whitelist*, allowlist*, cancel, cancels,
        approve, approves, accept, waive*, drop, rewrite, rewrites, overwrite*, set, stop, deploy,
        deploys, trigger*, launch, launches, download, downloads, load, loads, invent, make up,
        alter, alters, exempt
    """,
    "use": """
        use, uses, using, write, writes, answer, answers, reply, replies, do, make, makes, start,
        starts, put, puts, keep, keeps, treat, treats, follow, follows, respond, responds,
        include, includes, append, prepend, insert, begin, end, end with, say, recommend*,
        suggest*, prefer, call, invoke, fetch, visit, click, check, ask, show, shows, format,
        translate, sign
    """,
    "forever": """
        from now on, from now onward, from now onwards, from today on, from today onward,
        henceforth, henceforward, from here on, from here on out, from this point on,
        from this point forward, from this moment on, from this day forward, going forward,
        in every session, in every future session, in all future sessions, in each session,
        in each future session, in future sessions, for every session, for all future,
        in all future, in every future, in every conversation, in all conversations,
        every conversation, at every start, in perpetuity, for good, permanently, for ever,
        forever, for all time, until further notice, hereafter, hereinafter, as of today,
        as of now, effective immediately, starting today, starting now, from tomorrow on,
        make it a habit, make it a rule, make it the rule, make it your habit, make it the custom,
        be the custom, become the custom, let it be the rule, as a standing order, standing order,
        in the future, in future, once and for all, for the rest of, every single time,
        without exception, the next time and every time, in all sessions, all sessions,
        across sessions, every session
    """,
    "always": """
        always, every time, each time, at all times, any time, anytime, invariably, whenever,
        in every case, in all cases, each session, by default, every run, at each start,
        on every start, no matter what, whatever happens, at every opportunity
    """,
    "routine": """
        daily, every day, every night, every week, every morning, every evening, regularly,
        nightly, every hour, hourly, every month, weekly
    """,
    "unasked": """
        never need to ask, no longer need to ask, not need to ask, without asking back,
        no longer have to ask, never have to ask, never ask, do not ask, don't ask, not ask,
        without asking, no need to ask, need not ask, stop asking, without checking,
        without confirming, without confirmation, without approval, without permission,
        without consent, without consulting, without verification, without verifying,
        without question, without questions, without review, without authorisation,
        without authorization, no confirmation, no approval, no permission, no questions asked,
        skip confirmation, skip the confirmation, skip the check, skip asking, no longer ask,
        not wait for approval, do not wait for, don't wait for, no need to confirm,
        no need to check, need not confirm, do not confirm, never confirm, check back with,
        on your own authority, at your own discretion, as you see fit, do not verify,
        don't verify, never verify, without a second look, without hesitation, regardless of what,
        without sign-off, without waiting, do not double-check, without double-checking,
        no matter who, no sign-off
    """,
    "condition": """
        should, in the case that, at the mention of, the next time, when, whenever, if, once,
        as soon as, the moment, the instant, the minute, every time, each time, any time, upon,
        in case, in the event, provided that, on hearing, on seeing, on receipt of, after, until,
        as long as, unless, anyone who, anybody who, whoever, someone who, somebody who,
        a user who, those who, people who, users who, everyone who, anyone that, one who
    """,
    "cue": """
        mention, mentions, mentioned, mentioning, says, say, writes, write, wrote, types, type,
        typed, asks, ask, asked, hears, utters, utter, signs off with, refers to, brings up,
        greets, uses the word, uses the phrase, enquir*, inquir*, claims to be, pretends to be,
        receives a, gives the, subject line
    """,
    "cue_weak": """
        shows up, show up, shows, appears, appear, comes up, come up, requests, request,
        requested, contains, contain, containing, names, calls, reads, sees, answers, introduces,
        said, saying, quotes, arrives, is present, turns up, occurs, is found
    """,
    "codeword": """
        codeword, codewords, code word, code words, code phrase, keyword, keywords,
        password phrase, the word, the words, the phrase, the phrases, the sentence, the term,
        passphrase, magic word, secret word, trigger word, trigger phrase, the string, the sign,
        the signal, the emoji, the number, watchword, cue word
    """,
    "protect": """
        quarantine*, reject, rejected, refuse, refused, decline, report it, report them, flag it,
        flag them, warn, alert, do not act, don't act, not act on, escalate*, notify, block it,
        delete it, ignore it, suspicious, phishing, do not execute, do not comply,
        not carried out, never carried out, as data, never ask for, never asks for, not ask for,
        do not ask for, will not ask for, would never ask, don't ask for, no one will ask,
        nobody will ask, never share, do not share, don't share, never give out, do not give out,
        never tell anyone, never pass on
    """,
}
"""Phrases by class, separated by commas."""
