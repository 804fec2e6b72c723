"""English words of the flag rules, by class: who claims what, and asks for what.

`*` stands for any ending, `~` for up to five words. General vocabulary, not sentences that somebody
met.
"""

from __future__ import annotations

WORDS = {
    "authority": """
        security team, security office, security department, security officer, administrator,
        administrators, admin, admins, sysadmin, it department, it team, management, the board,
        board, compliance team, legal team, legal department, data officer,
        data protection officer, data protection board, privacy officer, privacy board,
        headquarters, head office, head of, platform team, platform operator,
        platform administrator, ceo, cto, ciso, cfo, director, directors, executive, executives,
        leadership, government, ministry, police, regulator, auditor, auditors, support team,
        supervisor, committee, anthropic, openai, risk office, works council, higher up,
        senior staff, superiors
    """,
    "authority_weak": """
        system, security, platform, compliance, legal, operations, audit, developers, maintainers,
        provider, vendor, governance, hr
    """,
    "ratified": """
        verified, approved, approves, confirmed, signed off, sign off, signs off, ratified,
        ratifies, requires, ordered, demands, demanded, authorised, authorized, authorises,
        authorizes, mandated, mandates, certified, certifies, endorsed, endorses, sanctioned,
        decrees, decreed, instructs, instructed, directed, insists, guaranteed, vouches, vouched,
        accredited, handed down
    """,
    "by_order": """
        by order of, on the orders of, on behalf of the, on the authority of, by authority of,
        by decree of, at the request of the, as directed by, as instructed by, as ordered by,
        authorised by, authorized by, approved by the, signed off by, in the name of the,
        under orders from, on instruction from, on instructions from, message from the,
        official notice, official message, by command of, order of the, order from the,
        orders of the
    """,
    "binding": """
        mandatory, binding, binds, binding on, compulsory, non-negotiable, highest priority,
        top priority, overrides all, overrides any, overrides every, above all other,
        must be followed, must be obeyed, must obey, not optional, irrevocable, unconditional,
        has the force of, obligatory, beyond question, may not be questioned, not be questioned,
        absolute, paramount, takes precedence over all, has precedence over
    """,
    "edict": """
        policy, policies, this note, this text, this rule, this paragraph, this page,
        this message, this entry, this memory, this record, this document, this instruction,
        this notice, directive, regulation, decree, every helper, every assistant, all helpers,
        all assistants, every agent, all agents, the above
    """,
    "secret": """
        password, passwords, passphrase, passphrases, passcode, passcodes, one-time code,
        one-time codes, one time code, otp, pin, pins, pin code, api key, api keys, credential*,
        secret key, private key, private keys, access key, access keys, login details, 2fa code,
        mfa code, verification code, verification codes, recovery code, recovery codes,
        seed phrase, seed words, security code, card number, cvv, door code, gate code,
        alarm code, access code, access codes, session cookie, ssh key, ssh keys, unlock code,
        bank details, social security number
    """,
    "secret_weak": """
        token, tokens, login, logins, secret, secrets, cookies, code, codes, pin number
    """,
    "solicit": """
        ask, asks, asking, request, requests, requesting, collect*, obtain*, gather*, tell, tells,
        reveal, reveals, share, shares, repeat, repeated, repeats, give, gives, giving, send,
        sends, sending, read out, read aloud, forward, forwards, post, posts, disclos*, demand,
        demands, hand over, hand out, provide, provides, paste, submit, note down, write down,
        extract*, dictate, email, mail, spell out, request*, whisper, look it up, look them up,
        list all, have the user
    """,
    "writes": """
        appends, appending, writes, writing, written, adds, adding, added, puts, inserts,
        inserting, saves, saving, saved, creates, creating, edits, editing, pastes, modifies,
        updates, updating, changes, changing, stores, storing
    """,
    "write_into": """
        append, write, add, put, insert, save, create, edit, paste, modify, update, change,
        overwrite*, replace, place, copy, prepend, rewrite, rewrites, amend
    """,
    "agent_file": """
        memory.md, soul.md, agents.md, agent.md, claude.md, gemini.md, skill.md, skills.md,
        rules.md, identity.md, persona.md, heartbeat.md, tools.md, user.md, bootstrap.md,
        copilot-instructions*, .cursorrules, .clinerules, .windsurfrules, .claude, skills folder,
        skill file, skills directory, the skills, system prompt, startup file, instructions file,
        instruction file, memory file, rules file, your memory, long-term memory
    """,
    "approval": """
        was reviewed, been reviewed, is reviewed, was approved, has approved, be passed,
        are passed, is passed, pass this, pass it, pass them, approve, approves, approved,
        approving, approval, accept, accepts, accepted, accepting, acceptance, merge, merges,
        merged, sign off, signed off, sign-off, nodded through, wave through, wave ~ through,
        waved through, let through, let ~ through, rubber stamp*, greenlight*, green-light*,
        ok this, tick off, ticked off, wave on, ratify, mark as reviewed, marked as reviewed,
        mark ~ as reviewed, mark ~ as approved, mark ~ as accepted, rubber-stamp*
    """,
    "mark_as": """
        mark ~ as accepted, mark ~ as reviewed, mark ~ as approved, mark as accepted,
        mark as approved, mark as reviewed, marked as reviewed, set ~ to approved,
        set ~ to reviewed, flip ~ to approved
    """,
    "ease": """
        no need to check, no need to review, no need to read, no need to open, needs no review,
        needs no check, needs review by nobody, is safe to, are safe to, unread, no checks needed,
        no check needed, the rest unread, all the rest, the remaining, safe to, no review,
        no further review, without review, without reviewing, without opening, without reading,
        without looking, without a look, no need to, needs no, need no, harmless, no risk,
        risk-free, already approved, already reviewed, already checked, already accepted,
        already been reviewed, already been approved, already been checked, has been reviewed,
        was reviewed already, pre-approved, preapproved, nothing to see, nothing to worry,
        just a formality, a formality, hit approve, press approve, mark all, all items,
        this batch, whole batch, entire batch, unseen, blindly, no objections, no concerns,
        trusted source, vetted, fully tested, not necessary, unnecessary, can be skipped,
        perfectly safe, no second look
    """,
    "reviewer": """
        reviewer, reviewers, moderator, moderators, curator, approver, approvers,
        the person reviewing, gatekeeper, whoever reviews, whoever approves, checker, maintainer
    """,
    "review_agent": """
        review agent, reviewing agent, reviewer agent, review bot, dear reviewer,
        note to reviewer, note to the reviewer, inspecting agent, review assistant,
        to the reviewer, attention reviewer, reviewing assistant, reviewing model, review model
    """,
    "mimic": """
        all checks passed, all checks have passed, all checks green, 0 flags, zero flags,
        no flags, 0 problems, no problems found, no issues found, press a to, press y to,
        press enter to, hit a to, type y to, already approved by, status: approved,
        status: reviewed, approved by curator, verified by curator, risk: low, risk: none,
        review result, review: passed, approve here, accept here, checks: ok, no findings,
        scan clean, flags: none, verdict: safe, zero findings, 0 findings, auto-approved,
        auto approved, auto-approved by, autoapproved, lgtm, looks good to me, ship it,
        pre-cleared, auto-merged, approved automatically, no objections raised, bot approved,
        gate passed, gates passed, whitespace only
    """,
    "success": """
        succeed*, success, successful, successfully, worked, finished, completed, solved,
        resolved, no complaint, no complaints, accepted, pleased, happy, satisfied, rating, rated,
        passed, without problems, without a problem, without issues, without trouble, ended well,
        went well, went through, went smoothly, faster, sooner, quicker, first try, first attempt,
        fixed, no errors, no error, no objections, thanked, praised, five stars, 5 of 5, 10 of 10,
        score, perfect, flawless*, approved the result, was quick, was fast, it was fast,
        saved time, outcome, in half the time, cleared, up and running, confirmed working
    """,
    "negation": """
        not, no, never, none, nothing, nobody, nor, neither, without, cannot, can't, don't,
        doesn't, didn't, won't, isn't, aren't, wasn't, must not, except, unless, only, stop,
        stopped, avoid
    """,
    "limit_time": """
        this week, this month, this quarter, this year, until, till, temporarily, temporary,
        for now, at present, tonight, today, tomorrow, during, while, through friday, as of,
        for the moment, provisional, provisionally, trial, in the meantime, by friday, next week,
        at night, overnight, on weekends, at weekends, on weekdays, business hours, office hours,
        maintenance window
    """,
    "strength": """
        must, may, might, could, should, probably, perhaps, maybe, sometimes, often, usually,
        mostly, at least, at most, about, roughly, approximately, nearly, almost, rarely, likely,
        seems, allegedly, reportedly, possibly, estimated, prefers, rather, up to, in general,
        as a rule
    """,
    "polarity": """
        before, after, with, without, allow, allows, allowed, forbid, forbids, forbidden, enable,
        enables, enabled, disable, disables, disabled, always, never, must, may, can, cannot,
        should, on, off, open, closed, public, private, internal, restricted, required, optional,
        more, less, minimum, maximum, above, below, include, exclude, included, excluded, first,
        last, only, any, all, none, every, no, not, inside, outside, accept, reject, permitted,
        prohibited, true, false
    """,
    "proviso": """
        if, when, unless, provided, only if, in case, as long as, except, on condition, depending,
        where, once, whenever, only when, only for, only on, only in
    """,
}
"""Phrases by class, separated by commas."""
