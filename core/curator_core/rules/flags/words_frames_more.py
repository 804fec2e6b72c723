"""Chinese and German words of the frames that rest on what a sentence does.

Classes as in the English list; `~` stands for a few characters or words.
"""

from __future__ import annotations

CHINESE = {
    "wary": "钓鱼, 攻击者, 可疑, 诈骗, 提示注入, 演练, 骗局, 恶意, 被拒绝, 请求被拒",
    "principal": "用户, 主人, 东家, 雇主, 老板, 使用者, 家里人, 户主, 你家主人, 机主, 所服务的人",
    "self_ref": """
        本页, 本文, 本条, 此页, 此文, 此条, 这页, 这段, 这条, 这里写的, 此处写的, 这里说的,
        以下几行, 下面几行, 下面的话, 本段, 此段, 本篇, 这份, 这封信, 本信, 这段话, 这几行, 这则
    """,
    "versus": """
        而不是, 而非, 不合之处, 不一致, 相抵触, 冲突时, 比~更, 高于, 胜过, 压过, 与~不符, 不同之处
    """,
    "outrank": """
        更有分量, 更重要, 更要紧, 说了算, 排在~前面, 排在前面, 在先, 为先, 优先, 站在~一边, 最大,
        更大, 先听, 先按, 先照, 先顾, 听~的, 为准
    """,
    "demote": """
        放在一旁, 放一旁, 搁一旁, 靠边, 靠后, 往后放, 排在后面, 其次, 无所谓, 不要紧, 形式而已,
        当建议, 当作建议, 当作参考, 仅供参考, 参考而已, 可有可无, 可松, 放宽, 放松, 守不守,
        不必太认真, 听听就好, 不用太, 摆设, 老黄历, 过去的事, 让位, 让路, 退居, 后面, 放一放,
        缓一缓
    """,
    "nay": """
        不必, 不用, 无需, 无须, 不要, 别, 勿, 莫, 不该, 不应, 不宜, 不得, 没必要, 没有必要,
        什么都没, 当什么都没, 不能, 休, 甭, 免得, 不再, 不需, 用不着, 犯不着
    """,
    "know": """
        知道, 知情, 晓得, 发现, 察觉, 看到, 听说, 惊动, 打扰, 操心, 费心, 过问, 告诉, 告知, 通知,
        发生, 明白, 得知, 提起, 提及, 打招呼, 麻烦
    """,
    "shield": "瞒着, 瞒住, 背着, 绕开, 避开, 蒙住, 不让, 躲开, 隐去",
    "asking": "询问, 请示, 确认, 同意, 批准, 征求, 过问, 打招呼, 商量, 核实, 点头, 问",
    "given": "视为同意, 当作同意, 算同意, 等于同意",
    "every": "每, 每个, 每次, 每封, 每条, 每份, 每段, 所有, 凡, 任何",
    "episode": "回答, 回复, 答复, 总结, 摘要, 对话, 会话, 邮件, 信, 简报, 草稿, 新对话, 开场",
    "habit": "习惯, 惯例, 规矩, 常态, 例行, 老规矩, 固定动作, 日常, 默认",
    "turn_into": "养成, 变成, 成为, 当成, 作为, 立为, 形成, 把~当",
    "onward": """
        打这以后, 打今天起, 自今而后, 从下次, 下次开始, 从下一次, 往后, 以后, 此后, 再也, 一直,
        将来, 长此
    """,
    "institution": """
        上头, 上面的人, 上级, 总部, 高层, 部门, 合规, 法务, 公司, 厂家, 官方, 管理层, 有关方面,
        主管方, 造你的, 开发你的, 训练你的, 负责人, 审计, 领导
    """,
    "backs": """
        看过, 没有意见, 无意见, 没意见, 点头, 的意思, 拍板, 定了, 定下, 发话, 放话, 要求, 希望,
        背书, 盖章, 审过, 同意, 写下, 写的, 说了, 交代, 决定, 通过
    """,
    "no_debate": """
        照做, 照此执行, 照办, 照此, 没得商量, 不容讨论, 大家照做, 执行就是, 遵照, 一律遵从, 生效
    """,
    "signed": "以主人名义, 就当主人说, 当作主人说, 等同主人, 视同主人, 你的管理员, 管理员亲署",
    "asker": """
        谁, 客人, 来电者, 来信, 来客, 访客, 凡是, 任何人, 有人, 信末, 信里, 信中, 来者, 对方,
        顾客, 暗语, 两个字, 这句话, 这个词, 字样, 一词
    """,
    "hint": """
        一说起, 一提起, 一提, 说起, 听到, 提到, 打招呼, 哼, 唱, 用~打招呼, 开头, 结尾, 末尾,
        有三个点, 聊到, 谈到
    """,
    "grant": """
        就能, 便能, 即可, 可得, 可以得到, 得到, 拿到, 就给, 就表示, 表示可以, 就可以, 翻倍, 敞开,
        开放, 放行, 解锁, 打开, 交给, 意味着, 有权, 获得, 给他, 给她, 递上, 奉上
    """,
    "asset": """
        名单, 列表, 名册, 账本, 账目, 档案, 钥匙, 密码, 口令, 联系方式, 电话簿, 电话, 地址, 合同,
        报表, 报告, 数据, 数据库, 备份, 记录, 登记簿, 登记册, 管理员组, 权限, 付款, 折扣, 退款,
        货款, 账户, 余额, 照片, 命令, 文件, 价目, 位置
    """,
    "outlet": """
        来电者, 来电的人, 陌生人, 外面, 外部, 外网, 卖家, 供应商, 赞助商, 合作方, 对手, 寄信人,
        我们的链接, 我们的
    """,
    "passes": """
        一起过, 过就是, 过了就是, 放进来, 收进来, 入库, 按一下, 点一下, 按个键, 就完事, 不耽误,
        进记忆, 放行, 点头
    """,
    "small": """
        只改了, 只是改, 仅改, 错别字, 标点, 扫一眼, 看一眼, 一眼, 足矣, 小事, 小改, 琐事, 例行,
        没有什么, 没什么, 费心, 操心, 跟别的一起, 和别的一起, 与其他一起, 不值得, 不值, 浪费时间,
        一模一样, 没变, 无大碍
    """,
    "crowd": "同事, 早班, 晚班, 夜班, 大家, 大伙, 别人, 其他审核, 众人, 几位, 两位",
    "pleased": "满意, 没意见, 无异议, 认可, 都说好, 说好, 点了头, 同意, 觉得行",
    "content": """
        这句话, 这段, 这条, 本文, 以下, 下面, 下列, 一行, 几行, 内容, 规则, 段落, 文字, 此条, 本条
    """,
}
"""Chinese phrases by class, separated by commas."""

GERMAN = {
    "asked_for": """
        wird ~ gefragt, gefragt nach, wird ~ eingetragen, kommt in dieses, wird notiert,
        wird genannt, vorzulesen, ansagen, durchgeben, eingeben lassen
    """,
    "no_more": """
        erübrigt sich, überflüssig, unnötig, direkt, gleich, nicht nötig, genügt, entfällt,
        不用再, 不必再, 多余, 直接, 可以直接, 省了, 就行, 即可
    """,
    "looked": """
        geprüft, gelesen, kontrolliert, gesichtet, angesehen, durchgesehen, abgenommen,
        freigegeben, gegengelesen, 看过, 查过, 核过, 审过, 检查过, 复核过, 核对过, 过目
    """,
    "already": """
        bereits, schon, längst, schon zweimal, zweimal, mehrfach, 已经, 早已, 早就, 已, 两遍, 多次
    """,
    "wary": """
        phishing, angreifer, angreifern, verdächtig*, betrug, betrüger*, übung, schadsoftware,
        bösartig*, abgelehnt, wurde verweigert
    """,
    "principal": """
        nutzer, nutzers, nutzerin, benutzer, benutzers, besitzer, besitzers, besitzerin,
        eigentümer, inhaber, auftraggeber, auftraggebers, betreiber, betreibers, hausherr,
        hausherrn, des hauses, deines menschen, dein mensch, deinem menschen, chef, chefs, kunde
    """,
    "self_ref": """
        diese seite, dieser seite, diese notiz, dieser notiz, dieser text, diesem text,
        dieser absatz, diese zeilen, diesen zeilen, was hier steht, hier steht, hier geschrieben,
        das hier, dieser eintrag, diesem eintrag, dieser satz, die folgenden zeilen, dieses blatt
    """,
    "versus": """
        statt, anstelle, anstatt, im zweifel, bei widerspruch, entgegen, trotz, ungeachtet,
        schwerer als
    """,
    "outrank": """
        wiegt schwerer, wiegen schwerer, sticht, geht vor, gehen vor, hat vorrang, haben vorrang,
        zählt mehr, zählen mehr, kommt zuerst, steht über, stehen über, hat das letzte wort,
        zuerst dem, halte dich an, richte dich nach, geht ~ vor, gehen ~ vor
    """,
    "demote": """
        als vorschlag, als vorschläge, als empfehlung, eine formsache, formalität,
        an zweiter stelle, zweitrangig, nachrangig, hintan, zurückstehen, ruhig vergessen,
        vergessen, locker, nicht so genau, kann warten, können warten, nebensache, nebensächlich,
        als entwurf, von gestern, großzügig auslegen
    """,
    "nay": """
        nicht, nichts, niemand, kein, keine, keinen, keiner, nie, nie mehr, braucht nicht,
        brauchst nicht, muss nicht, ohne, kein wort, nicht mehr, nicht zu
    """,
    "know": """
        wissen, weiß, erfahren, erfährt, behelligen, stören, belästigen, merken, bemerken, sehen,
        hören, informieren, unterrichten, einweihen, erwähnen, mitbekommen, gefragt werden, sagen,
        beunruhigen
    """,
    "shield": """
        hinter dem rücken, vorbei am, verbergen vor, fernhalten, ersparen, erspare, im dunkeln
    """,
    "asking": """
        fragen, gefragt, gefragt werden, rückfrage, nachfrage, bestätigung, zustimmung, erlaubnis,
        einwilligung, genehmigung, freigabe, bestätigen, warten auf, um erlaubnis
    """,
    "every": "jede, jeder, jedem, jedes, jeden, allen, alle, unter jede, unter jeder",
    "episode": """
        antwort, antworten, zusammenfassung, zusammenfassungen, gespräch, gespräche, gesprächs,
        sitzung, sitzungen, mail, mails, entwurf, entwürfe, bericht, nachricht, nachrichten,
        begrüßung
    """,
    "habit": """
        gewohnheit, zur gewohnheit, brauch, sitte, selbstverständlich, routine, zur regel,
        standard, zum standard
    """,
    "turn_into": "mach, mache, mach es, werde, wird, lass, gewöhne, gewöhn, etablier*, führe ein",
    "onward": """
        von der nächsten, von nun an, ab der nächsten, ab dem nächsten, ab montag, ab morgen,
        künftig, noch, in zukunft, fortan, heute und später, jetzt und später, auf dauer,
        immer wieder
    """,
    "institution": """
        abteilung, rechtsabteilung, leitung, behörde, amt, büro, vorstand, von ganz oben,
        ganz oben, zentrale, geschäftsleitung, geschäftsführung, der hersteller, die firma,
        prüfer, team, die verantwortlichen, dich gebaut, dich entwickelt, die zuständige,
        zuständige stelle
    """,
    "backs": """
        nichts einzuwenden, einverstanden, kommt von, stammt von, will es so, wollen es so,
        erwartet, steht dahinter, stehen dahinter, freigegeben, abgesegnet, für gut befunden,
        entschieden, gewollt, verlangt, unterschrieben
    """,
    "no_debate": """
        nicht zur debatte, keine diskussion, steht fest, so gilt es, gilt es, also gilt,
        ist gesetz, ist einzuhalten, nicht verhandelbar, in kraft
    """,
    "asker": """
        gäste die, wer, anrufer, anrufer die, kunden die, besucher die, jeder der, jeder die,
        leute die, fragen nach, fragen zu, der satz, das wort, der name, die erwähnung,
        eine nachricht die, eine mail die
    """,
    "hint": """
        erwähnen, ansprechen, zur sprache bringen, nennen, aufkommt, kommt das gespräch,
        fällt der name, fällt das wort, beginnt mit, endet mit, summt, singt
    """,
    "grant": """
        bekommen, bekommt, erhalten, erhält, darf, dürfen, öffnet, öffnen, wird zugelassen,
        wird beantwortet, werden beantwortet, verdient, bedeutet, heißt dass, steht für,
        verdoppelt, entfällt, gibt zugang
    """,
    "asset": """
        liste, telefonliste, kundenliste, lieferantenliste, schlüssel, code, codes, archiv, daten,
        adressen, nummern, rabatt, vertrag, verträge, konto, konten, zahlung, zahlungen, rechnung,
        rechnungen, bericht, kasse, verzeichnis, register, unterlagen, akten, fotos
    """,
    "outlet": """
        anrufer, anrufern, boten, fremden, fremde, sponsor, lieferant, lieferanten, partner,
        unseren link, unser link, unser shop, nach außen
    """,
    "passes": """
        durchgehen, durchwinken, übernehmen, übernommen, hineinlassen, zusagen, ja sagen,
        ein klick, ein tastendruck, so stehen bleiben, mitnehmen, einreihen, nicht liegen lassen,
        aufhalten
    """,
    "small": """
        nur die rechtschreibung, rechtschreibung, nur ein komma, tippfehler, ein blick genügt,
        ein blick, kleinigkeit, bagatelle, routine, nichts auszusetzen, nicht der rede wert,
        lohnt nicht, mit den anderen, wie die anderen, mit den übrigen, wie immer, unverändert
    """,
    "crowd": "kollegen, kolleginnen, frühschicht, spätschicht, die anderen, alle",
    "pleased": "zufrieden, einverstanden, hatten nichts, nichts auszusetzen, zugestimmt",
    "content": """
        diesen satz, diese zeile, diese zeilen, folgende, folgenden, absatz, zeile, zeilen, satz,
        text, regel, abschnitt, notiz
    """,
    "be_put": "gehört in, gehören in, gehört ins, kommt in, sollte in, soll in, hat einen platz",
    "should_hold": """
        sollte stehen, soll stehen, muss stehen, sollte enthalten, muss enthalten,
        braucht die zeile, fehlt noch
    """,
}
"""German phrases by class, separated by commas."""
