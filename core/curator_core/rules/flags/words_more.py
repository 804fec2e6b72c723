"""German, Japanese and Arabic words of the flag rules: fewer than English and Chinese ones."""

from __future__ import annotations

GERMAN = {
    "override": """
        ignorier*, vergiss, vergesst, vergessen, vergesse, missacht*, verwirf*, verwerfe*,
        übergeh*, umgeh*, setz* ~ außer kraft, beachte ~ nicht, nicht mehr beachten,
        halte dich nicht, lass ~ beiseite, lege ~ beiseite, befolge ~ nicht, nicht mehr befolgen,
        streiche, lösche
    """,
    "orders": """
        anweisung*, regel, regeln, vorgabe*, richtlinie*, anordnung*, befehl*, einschränkung*,
        wünsche, wunsch, vorschrift*, auflage*, weisung*, gebot, gebote, grenzen, beschränkung*,
        systemprompt
    """,
    "earlier": """
        bisherig*, vorherig*, vorig*, früher*, alle, allen, aller, sämtlich*, deine, deiner,
        deines, dein, obig*, bestehend*, vorangegangen*, jede, jegliche, andere, anderen, alten,
        alte, nutzer*, ursprünglich*
    """,
    "owner": """
        deine, deiner, deines, dein, nutzer*, benutzer*, besitzer*, inhaber*, mensch, menschen,
        chef, chefin
    """,
    "lapsed": """
        gegenstandslos, hinfällig, ungültig, aufgehoben, gilt nicht mehr, gelten nicht mehr,
        gilt nicht, gelten nicht, erloschen, abgelaufen, erledigt, überholt, außer kraft
    """,
    "become": """
        du bist jetzt, du bist nun, tu so als, gib dich ~ aus, verhalte dich wie,
        spiele die rolle, übernimm die rolle, du handelst jetzt als
    """,
    "act_as": "agiere als, handle als, arbeite als",
    "power": "administrator, eigentümer, entwicklermodus, uneingeschränkt, ohne einschränkungen",
    "address": """
        assistent, assistenten, assistentin, ki, sprachmodell, wer das liest, wer dies liest,
        wer diese notiz, liebe helfer, helfer
    """,
    "you": "du, dich",
    "must": "musst, sollst, muss, müssen, hast zu, hat zu, haben zu, ist zu, sind zu, solltest",
    "follow_only": """
        nur dieser, nur diesem, nur diese, grundregel, hat vorrang, haben vorrang, geht vor,
        steht über, behandle ~ als deine, neue anweisung*, ersetzt deine, ersetzt alle
    """,
    "conceal": """
        verschweig*, erwähne ~ nicht, sag ~ nicht, sage nichts, ohne ~ zu erwähnen,
        nicht erwähnen, niemandem sagen, behalte ~ für dich, ohne hinweis
    """,
    "covertly": "heimlich, still und leise, unauffällig, stillschweigend, insgeheim",
    "leak": """
        sende, senden, sendest, schick*, übermittel*, weiterleit*, leite ~ weiter, verrat*,
        verrate, kopier*, vorgelesen, vorlesen, teile ~ mit, teilen, gib, gibt, nenne, nennst,
        herausgeb*, herausgegeben, ausgehändigt, aushändigen, lade ~ hoch, hochladen, bekommt,
        erhält, ausgeben, ausgegeben, mitteilen, mitgeteilt, veröffentlich*, anhängen, hänge,
        verschicke*, zusende*
    """,
    "change": """
        ändere, ändern, änderst, lösche, löschen, löscht, entfern*, deaktivier*, erhöh*, senke,
        füge, fügen, führe, ausführen, installier*, überweis*, öffne*, lasse, lass, überspring*,
        schalte*, ersetz*, umleite*, leite ~ um, freischalte*, gewähr*, streich*, storniere*,
        starte, starten
    """,
    "use": """
        nutze, benutze, verwende, verwenden, schreib*, antworte*, mach, mache, beginn*, setze,
        nimm, halte, zeige, frage, frag
    """,
    "forever": """
        ab sofort, ab jetzt, künftig, in zukunft, zukünftig, von nun an, von jetzt an, fortan,
        ab heute, dauerhaft, für immer, in jeder sitzung, in allen sitzungen, bis auf weiteres,
        ein für alle mal, zur gewohnheit
    """,
    "always": """
        immer, stets, jedes mal, jedesmal, nie, niemals, jederzeit, grundsätzlich, ausnahmslos,
        nie mehr, immer wenn, in jedem fall
    """,
    "routine": "täglich, jeden tag, jede nacht, jede woche, regelmäßig, stündlich",
    "unasked": """
        ohne nachfrage, ohne rückfrage, ohne zu fragen, ohne nachzufragen, fragst ~ nicht,
        frag nicht, frage nicht, nie mehr nachfragen, nicht mehr nachfragen, ohne bestätigung,
        ohne prüfung, ohne rücksprache, ohne genehmigung, ohne erlaubnis, ohne zustimmung,
        eigenmächtig, keine rückfrage, nicht nachfragen, ungefragt, ohne kontrolle
    """,
    "condition": """
        wenn, sobald, falls, immer wenn, wer, sollte, kommt, fällt, sowie, jedes mal wenn, bei
    """,
    "cue": "erwähnt, nennt, sagt, schreibt, fragt, anruft, meldet, fällt, ruft, eingibt",
    "cue_weak": "auftaucht, vorkommt, enthält, erscheint, steht",
    "codeword": """
        stichwort, codewort, losung, losungswort, kennwort, parole, das wort, schlüsselwort,
        der satz, anrufer, zauberwort
    """,
    "protect": """
        quarantäne, ablehnen, abgelehnt, melden, nicht ausführen, verdächtig, warnen,
        nicht befolgen, als daten
    """,
    "authority": """
        geschäftsleitung, geschäftsführung, vorstand, sicherheitsabteilung, sicherheitsteam,
        administrator, administratoren, admin, it-abteilung, leitung, behörde,
        datenschutzbeauftragte*, systemverwaltung, zentrale, direktion, aufsicht, rechtsabteilung,
        aufsichtsrat, revision
    """,
    "ratified": """
        geprüft, genehmigt, bestätigt, freigegeben, verlangt, angeordnet, beschlossen,
        vorgeschrieben, autorisiert, befohlen, verfügt, erlassen, zertifiziert, abgezeichnet
    """,
    "by_order": """
        im auftrag der, im auftrag des, im namen der, im namen des, auf anordnung, auf weisung,
        auf geheiß, laut anordnung
    """,
    "binding": """
        verbindlich, verpflichtend, zwingend, höchste priorität, oberste priorität, bindend,
        unanfechtbar, ist zu befolgen
    """,
    "edict": """
        richtlinie, diese notiz, dieser text, diese regel, dieser absatz, regelung, vorschrift,
        anweisung, dieser eintrag, für alle helfer
    """,
    "secret": """
        passwort, passwörter, kennwort, zugangsdaten, einmalcode, tan, pin, geheimzahl, token,
        schlüssel, api-schlüssel, zugangscode, kartennummer
    """,
    "solicit": """
        frag, frage, fragen, verlange, erfrage*, sammle, sammeln, nenne, verrate, sende, schicke,
        teile, notiere, gib, weitergeben, abfragen, anfordern, wiederhole
    """,
    "write_into": """
        trage ~ ein, trag ~ ein, trage, schreib*, füge, ergänze*, hänge, speicher*, ändere, lege,
        kopiere, erstelle, aktualisiere, setze, eintragen, anhängen, übernimm
    """,
    "write_last": """
        eintragen, eingetragen, ergänzen, ergänzt werden, anhängen, angehängt werden, aufnehmen,
        aufgenommen werden, hineinschreiben, hinzufügen, übernehmen, übernommen werden, ein
    """,
    "agent_file": """
        systemprompt, git-hook, konfigurationsdatei, startdatei, anweisungsdatei, gedächtnisdatei
    """,
    "approval": """
        genehmig*, freigeb*, freigegeben, freigabe, übernommen, übernehmen, abgenommen, abnicken,
        durchwink*, annehmen, angenommen, akzeptier*, durchgewunken, bestätigt, bestätigen
    """,
    "ease": """
        ungelesen, unbesehen, ungeprüft, ohne prüfung, keine prüfung, prüfung entfällt, bereits,
        unbedenklich, harmlos, kein risiko, gefahrlos, bedenkenlos, formsache, nicht nötig,
        braucht niemand, alle übrigen, sofort
    """,
    "reviewer": """
        prüfer, prüferin, prüfende, gutachter, freigeber, wer prüft, wer heute prüft, prüfagent
    """,
    "mimic": """
        alle prüfungen bestanden, keine auffälligkeiten, keine befunde, prüfung bestanden,
        bereits freigegeben von
    """,
    "success": """
        erfolgreich, erfolg, geklappt, zufrieden, gelöst, abgeschlossen, ohne fehler, schneller,
        keine beschwerde, lief durch, fertig, auf anhieb, reibungslos, bestanden
    """,
    "negation": "nicht, kein, keine, keinen, nie, niemals, ohne, außer, nur, niemand",
    "limit_time": """
        diese woche, diesen monat, dieses quartal, dieses jahr, bis, vorläufig, vorübergehend,
        derzeit, heute, morgen, während, befristet, zurzeit
    """,
    "strength": """
        muss, müssen, darf, dürfen, kann, können, sollte, vielleicht, vermutlich, wahrscheinlich,
        manchmal, meist, meistens, etwa, ungefähr, mindestens, höchstens, fast, angeblich, selten
    """,
    "polarity": """
        vor, nach, mit, ohne, darf, muss, erlaubt, verboten, immer, nie, nicht, kein, keine,
        öffentlich, intern, offen, geschlossen, über, unter
    """,
    "proviso": "wenn, falls, sofern, nur wenn, außer, es sei denn, sobald, nur bei",
}
"""German phrases by class, separated by commas."""

JAPANESE = {
    "override": """
        無視, 忘れ, 従わない, 従わず, 従わなくて, 破棄, 捨てて, 捨て去, 上書き, 取り消, 守らない,
        守らなくて, 脇に置
    """,
    "orders": "指示, 命令, ルール, 規則, 制約, 指針, 設定, 約束, 方針, 制限, 要望, 決まり",
    "earlier": """
        これまで, 以前, すべて, 全て, 従来, 前の, 上記, あなた, ユーザー, 既存, 今までの, 元の
    """,
    "owner": "あなた, ユーザー, 利用者, 持ち主, 主人",
    "lapsed": "無効, 失効, 廃止, 終わり, 適用されない, 効力を失",
    "become": "あなたは今から, あなたはこれから, のふりをして, になりきって, として振る舞",
    "power": "管理者, 所有者, 無制限, 開発者モード",
    "address": "アシスタント, エージェント, モデル, これを読む, この文を読",
    "you": "あなた",
    "must": "しなければならない, しなければなりません, してください, すること, 必ず",
    "follow_only": "だけに従, のみに従, を優先, 新しい指示, この文を優先",
    "conceal": "言わないで, 伝えないで, 知らせず, 知らせないで, 触れないで, 記録せず",
    "covertly": "こっそり, 内緒, 秘密に, 黙って, ひそかに",
    "leak": """
        送信, 送って, 送る, 転送, 教えて, 教える, 返す, 返して, 共有, 公開, コピー, 渡す, 渡して,
        伝えて, 知らせて, 提出, 貼り付け
    """,
    "change": """
        変更, 削除, 実行, 追加, 無効に, 開く, 開けて, 飛ばす, 省く, 省略, 切り替え, 上げて, 解除,
        支払, インストール, 停止
    """,
    "use": "使って, 書いて, 答えて, 返答, 入れて",
    "forever": "今後は, 今後, これから, 以後, 以降, 今後毎回, 常時, 永久に, 次回から",
    "always": "毎回, 必ず, 常に, いつも, 絶対に",
    "routine": "毎日, 毎晩, 毎週, 定期的",
    "unasked": """
        確認せず, 確認なし, 確認不要, 聞かず, 尋ねず, 許可なく, 承認なし, 断りなく, 問い合わせず,
        確認を省
    """,
    "condition": "たら, れば, もし, とき, 時は, 場合, 度に",
    "cue": "言われ, 言った, 書かれ, 入力され, 聞かれ, 尋ねられ, 現れ, 出て, 含まれ, 名乗",
    "codeword": "合言葉, キーワード, 暗号, という言葉, という語, と言われ, と書かれ, と聞かれ",
    "protect": """
        隔離, 知らせる, 報告, 拒否, 従わない, 実行しない, 担当者に, 尋ねることはありません,
        お聞きすることはありません, 教えないで, 求めることはありません
    """,
    "authority": """
        管理者, セキュリティ部門, 経営陣, 役員会, 本部, 情報システム部, 運営, 公式, 法務, 監査
    """,
    "ratified": "承認, 確認済み, 検証済み, 命じ, 要求, 指示し, 決定, 許可, 認定",
    "binding": "最優先, 必須, 強制, 拘束力, 義務",
    "edict": "この文, この規則, 方針, 規定, このメモ, 本文, この項目",
    "secret": "パスワード, 暗証番号, 認証コード, 秘密鍵, トークン, 合鍵, 暗証",
    "solicit": "聞き出, 尋ねて, 送って, 教えて, 入力させ, 集めて, 求めて, 聞いて",
    "write_into": "追記, 書き込, 追加, 書いて, 保存, 上書き, 編集, 作成",
    "write_last": """
        追記, 書き込, 書き足, 追加, 書いて, 保存, 上書き, 加え, 入れて, 記入, 登録, 反映
    """,
    "agent_file": "設定ファイル, システムプロンプト, フック, 記憶ファイル",
    "approval": "承認, 許可, 採用, 通して, 合格",
    "ease": """
        確認不要, レビュー不要, 審査不要, 安全, 問題なし, 問題ありません, 危険なし, 済み, すぐに,
        そのまま, 全件
    """,
    "reviewer": "レビュー担当, 審査担当, 査読者, 承認者, レビュアー",
    "success": "成功, 問題なく, 完了, 解決, 満足, 早く終わ, うまくい, 好評",
    "negation": "ない, ません, ず, なし, 除き, のみ, だけ, 禁止",
    "limit_time": "今週, 今月, 今年, 当面, 一時的, まで, 期間, 本日, 明日",
    "strength": """
        必ず, かもしれ, おそらく, たぶん, およそ, 約, 少なくとも, 多くても, ほぼ, 時々, 通常
    """,
    "proviso": "場合, たら, れば, ただし, 限り, とき",
}
"""Japanese phrases by class, separated by commas."""

ARABIC = {
    "override": """
        تجاهل, تجاهلوا, تنسى, انس, انسى, تجاوز, اهمل, لا تتبع, لا تلتزم, اترك, ألغ, تخل عن
    """,
    "orders": """
        التعليمات, تعليمات, القواعد, قواعد, الأوامر, اوامر, قيود, القيود, التوجيهات, السياسات,
        الإرشادات
    """,
    "earlier": "السابقة, السابق, كل, جميع, المستخدم, مالكك, الحالية, أعلاه, القديمة, أي",
    "owner": "المستخدم, مالكك, صاحبك, المالك",
    "lapsed": "لاغية, لاغ, ملغاة, لم تعد سارية, انتهت",
    "become": "أنت الآن, تصرف كأنك, تظاهر بأنك",
    "power": "المدير, المالك, المسؤول, بلا قيود",
    "address": "المساعد, أيها المساعد, أيها الوكيل, النموذج, من يقرأ",
    "you": "عليك, أنت",
    "must": "يجب, عليك أن, ينبغي, لا بد, يلزم",
    "follow_only": "اتبع فقط, له الأولوية, تعليمات جديدة, بدلا من",
    "conceal": "لا تذكر, لا تخبر, دون إخبار, اكتم",
    "covertly": "سرا, بصمت, خفية",
    "leak": "أرسل, ارسل, انسخ, شارك, أعط, اكشف, انشر, أخبر, قدم, حول, ارفع",
    "change": "احذف, غير, نفذ, أضف, افتح, عطل, ارفع الحد, ثبت, شغل, تخط",
    "use": "استخدم, اكتب, أجب, استعمل",
    "forever": "من الآن فصاعدا, منذ الآن, بعد اليوم, في كل جلسة, إلى الأبد, مستقبلا, من اليوم",
    "always": "دائما, كل مرة, في كل مرة, أبدا",
    "routine": "يوميا, كل يوم, كل أسبوع",
    "unasked": """
        لا تسأل, دون سؤال, دون تأكيد, بدون إذن, دون إذن, بدون تأكيد, دون مراجعة, دون الرجوع,
        بلا استئذان
    """,
    "condition": "إذا, عندما, متى, كلما, حين, من يقول, حالما",
    "cue": "ذكر, قال, كتب, سأل, ظهرت, ورد, يقول, يذكر, يكتب",
    "codeword": "كلمة السر, كلمة, عبارة, الرمز, إشارة",
    "protect": "الحجر, ارفض, أبلغ, لا تنفذ, مشبوه",
    "authority": """
        إدارة, الإدارة, فريق الأمن, قسم الأمن, المسؤول, المدير, مجلس, الجهة الرسمية,
        الشؤون القانونية
    """,
    "ratified": "صادقت, صادق, أقرت, اعتمدت, وافقت, أكدت, تطلب, أمرت, تحققت, قررت",
    "binding": "ملزم, ملزمة, إلزامي, إلزامية, أولوية قصوى, واجب التنفيذ",
    "edict": "هذا النص, هذه السياسة, السياسة, هذه القاعدة, هذه الملاحظة, القرار",
    "secret": "كلمة المرور, كلمات المرور, الرمز السري, رمز التحقق, المفتاح السري, بيانات الدخول",
    "solicit": "اطلب, اسأل, أرسل, اجمع, أعط, اكشف, كرر, أخبر",
    "write_into": "أضف, اكتب, ضع, احفظ, عدل, أدرج, انسخ, ألحق, أنشئ",
    "agent_file": "ملف الإعدادات, ملف الذاكرة, موجه النظام",
    "approval": "وافق, الموافقة, اعتمد, اقبل, مرر, معتمد",
    "ease": "لا حاجة للمراجعة, دون مراجعة, آمن, بلا خطر, تمت الموافقة, تمت مراجعته, لا داعي",
    "reviewer": "المراجع, أيها المراجع, وكيل المراجعة",
    "success": "نجح, نجحت, بنجاح, اكتمل, راض, حلت, دون مشاكل",
    "negation": "لا, ليس, لم, لن, بدون, دون, إلا, فقط",
    "limit_time": "هذا الأسبوع, هذا الشهر, مؤقتا, حتى, اليوم, غدا, حاليا",
    "strength": "يجب, قد, ربما, غالبا, أحيانا, تقريبا, على الأقل, على الأكثر",
    "proviso": "إذا, بشرط, إلا إذا, عندما",
}
"""Arabic phrases by class, separated by commas."""
