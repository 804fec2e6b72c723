"""The frames of orders: who is told to do what (H1 to H4, H7, H10, H11)."""

from __future__ import annotations

from curator_core.rules.flags.frames import Frames, frame

ACT = "leak|change|use"

FRAMES = Frames(
    (
        frame("H1", "override", "override orders earlier", "hhm", 110),
        frame("H1", "orders-void", "orders owner lapsed", "hh-", 120),
        frame("H1", "new-orders", "follow_only edict|orders|earlier|you", "hml", 100),
        frame("H1", "new-role", "become", "hml"),
        frame("H1", "powerful-role", "act_as power", "hml", 60),
        frame("H1", "told-to-do", "address|you > must > leak|conceal|override|unasked", "hml"),
        frame("H1", "told-to-do", "address_weak > must > leak|conceal|override", "mm-"),
        frame("H1", "addressed", "address > must", "hm-", 80),
        frame("H1", "told", "you > must", "m--", 40),
        frame("H1", "in-secret", f"conceal {ACT}", "hm-", 120),
        frame("H1", "covertly", "covertly leak", "hm-", 50),
        frame("H1", "covertly", "covertly > change", "ml-", 40),
        frame("H1", "unchecked", "leak unasked", "hml", 120),
        frame("H2", "standing-unasked", "forever|always unasked", "hhl", 140),
        frame("H2", "standing-leak", "forever leak", "hm-", 120),
        frame("H2", "standing-leak", "always > leak", "hl-", 40),
        frame("H2", "standing-secret", "forever|always|routine conceal|covertly", "hml", 140),
        frame("H2", "standing-order", "forever", "mm-"),
        frame("H2", "standing-act", "always > change|use", "ml-", 60),
        frame("H2", "never-ask", "unasked leak|change", "mm-", 100),
        frame("H3", "ratified", "authority ratified", "hml", 90),
        frame("H3", "ratified", "authority_weak ratified", "hl-", 30),
        frame("H3", "by-order", "by_order authority|authority_weak", "hml", 60),
        frame("H3", "binding", "binding edict", "hml", 90),
        frame("H4", "codeword", f"codeword {ACT}", "m--", 200),
        frame("H4", "trigger-leak", "condition > cue > leak|conceal|unasked", "hm-", 200),
        frame("H4", "trigger-leak", "leak|conceal|unasked > condition > cue", "hm-", 160),
        frame("H4", "trigger-word", "condition codeword leak|change|conceal|covertly", "hhl", 200),
        frame(
            "H4", "trigger-covert", "condition cue|cue_weak covertly|conceal|unasked", "hm-", 200
        ),
        frame("H4", "trigger-act", "condition > cue|cue_weak > leak|change", "ml-", 160),
        frame("H7", "asks-for-secret", "solicit > secret", "hhl", 60),
        frame("H7", "asks-for-secret", "secret > solicit", "ml-", 60),
        frame("H7", "asks-for-secret", "solicit > secret_weak", "ml-", 40),
        frame("H10", "writes-agent-file", "write_into agent_file", "hhl", 110),
        frame("H10", "about-agent-file", "writes agent_file", "mm-", 110),
        frame("H11", "easy-approval", "approval ease", "hhl", 110),
        frame("H11", "to-reviewer", "review_agent approval|ease", "hhl", 120),
        frame("H11", "to-reviewer", "reviewer approval ease", "hhl", 120),
        frame("H11", "about-reviewer", "reviewer approval", "ml-", 90),
        frame("H11", "marks-accepted", "mark_as", "mm-"),
        frame("H11", "looks-approved", "mimic", "hml"),
    )
)
"""Every frame; one text may raise several of one code, of which the heaviest is kept."""
