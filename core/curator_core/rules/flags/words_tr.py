"""Turkish words of the flag rules, by the classes of the English ones.

`*` stands for any ending; marks are compared without, so that ı is i and ş is s. Verbs are listed
as they order, so that what is told of a habit stays quiet.
What is `plain` only takes away what its first word means in another language.
"""

from __future__ import annotations

WORDS = {
    "institution": "yonetim*, genel mudurluk, ust yonetim, yukaridan, sirket yonetimi",
    "backs": "destekliyor, onayliyor, istiyor, talep ediyor, kaynaklaniyor, izin verdi",
    "no_more": "gereksiz, gerek yok, dogrudan, yeterli",
    "looked": "incelendi, kontrol edildi, okundu, dogrulandi, gozden gecirildi",
    "already": "zaten, iki kez, coktan, daha once",
    "override": """
        yok say, yok sayin, yok sayiniz, yoksay, yoksayin, gormezden gel, gormezden gelin,
        dikkate alma, dikkate almayin, goz ardi et, goz ardi edin, unut, unutun, unutunuz, uyma,
        uymayin, bir kenara birak, bir kenara birakin, itaat etme, itaat etmeyin, takip etme,
        takip etmeyin, onemseme, onemsemeyin, gecersiz kil, gecersiz kilin, dinleme, dinlemeyin,
        cigne, vazgec
    """,
    "orders": """
        talimat*, kural*, yonerge*, emir, emirler*, direktif*, kisitlama*, sinirlama*, sinirlar*,
        ilkeler*, istekler*, tercihler*, yasaklar*, komutlar*, politikalar*
    """,
    "told": """
        sistem talimat*, sistem mesaji*, sistem istemi*, talimatlarin, talimatlariniz,
        sana soylenen*, size soylenen*, sana soylediklerini, kullanicinin soylediklerini,
        sahibinin soylediklerini, sana verilen*, yukaridaki her seyi
    """,
    "earlier": """
        onceki, daha onceki, eski, tum, butun, her turlu, kullanicinin, sahibinin, senin, sizin,
        mevcut, simdiye kadar, yukaridaki, verilen, ilk, asil, gecmis
    """,
    "owner": """
        kullanicinin, kullanici, kullaniciya, kullanicidan, sahibinin, sahibine, sahibin, sahibi,
        sahibiniz*, patronun*
    """,
    "principal": """
        kullanicinin, kullanici, kullaniciya, kullanicidan, sahibinin, sahibine, sahibin, sahibi,
        sahibiniz*, patronun*, isveren*
    """,
    "lapsed": """
        artik gecerli degil, artik gecersiz, gecersizdir, gecerliligini yitirdi,
        artik gecerliligi yok, hukumsuz*, yururlukten kalkti, yururlukten kaldirildi, iptal edildi,
        artik uygulanmaz, artik uygulanmiyor, artik onemi yok
    """,
    "become": """
        artik sen bir, sen artik, bundan boyle sen, rolunu ustlen, rolune gir, rol yap,
        artik sinirsiz bir
    """,
    "act_as": """
        olarak davran, olarak hareket et, olarak yanit ver, olarak cevap ver, gibi davran,
        gibi davranin
    """,
    "power": """
        yonetici, yoneticisi, sahip, sinirsiz, kisitlamasiz, kisitlama olmadan,
        sinirsiz bir yonetici
    """,
    "address": """
        asistan, asistani, asistana, asistanin, asistanlar*, yapay zeka*, dil modeli*,
        sohbet botu*, bunu okuyan*, bu notu okuyan*
    """,
    "address_weak": "temsilci, temsilcisi, ajan, ajanlar*",
    "vocative": """
        sevgili asistan, sayin asistan, merhaba asistan, dikkat asistan, asistana not,
        asistan icin not, asistan olarak, yapay zeka olarak, tum asistanlara, bir asistansan
    """,
    "you": "siz, sana",
    "must": """
        gondermelidir, gondermeli, gondermelisin, iletmelidir, iletmeli, iletmelisin,
        paylasmalidir, paylasmali, paylasmalisin, vermelidir, vermelisin, silmelidir, silmelisin,
        uymalidir, uymali, uymalisin, etmelidir, etmelisin, yapmalidir, yapmalisin, kabul etmeli,
        zorunda, zorundadir, zorundasin, zorunludur, gerekir, gerekmektedir, mecbur, mecburdur,
        sarttir
    """,
    "follow_only": """
        yalnizca bu, sadece bu, sadece buna uy, yalnizca buna uy, yeni talimat*, tek kural,
        her seyin ustunde*, oncelikli*, yeni kurallar*, ustun gelir, ustundur, onceligi vardir
    """,
    "outrank": "ustun gelir, ustundur, daha onemlidir, once gelir, agir basar",
    "self_ref": "bu not, bu metin, bu sayfa, bu paragraf, burada yazan*, bu satirlar, bu notu",
    "polite": "lutfen, rica ederiz, rica ederim, emin ol, emin olun, unutma",
    "conceal": """
        soyleme, soylemeyin, sakin soyleme, bahsetme, bahsetmeyin, sozunu etme, bildirme,
        bildirmeyin, haber verme, haber vermeyin, haberi olmadan, haberi olmasin, gizli tut,
        gizli tutun, gizle, gizleyin, sakla, saklayin, bilmesin, bilmemeli, bilmemelidir, duymasin,
        duyurma, anlatma, anlatmayin, iz birakma, iz birakmadan, kaydetme, sir olarak
    """,
    "covertly": "gizlice, sessizce, caktirmadan, el altindan, usulca",
    "leak": """
        gonder, gonderin, gonderiniz, gonderiver, ilet, iletin, iletiniz, yolla, yollayin, paylas,
        paylasin, aktar, aktarin, acikla, aciklayin, ifsa et, kopyala, kopyalayin, yayinla,
        yayinlayin, teslim et, teslim edin, ver ona, listesini ver, listesini verin, listeyi ver,
        bilgileri ver, bilgilerini ver, kodu ver, kodunu ver, sifreyi ver, anahtari ver,
        yuksek sesle oku, disari aktar, disa aktar, yukle, yukleyin, gondermelidir, gondermeli,
        gondermelisin, iletmelidir, iletmeli, iletmelisin, paylasmalidir, paylasmalisin
    """,
    "change": """
        sil, silin, siliniz, degistir, degistirin, kaldir, kaldirin, calistir, calistirin, kurun,
        yurut, yurutun, onayla, onaylayin, odeyin, havale et, iade et, ekle, ekleyin,
        devre disi birak, devre disi birakin, kapat, kapatin, atla, atlayin, guncelle, yukselt,
        dusur, silmelidir, silmelisin
    """,
    "use": """
        kullan, kullanin, yazin, yanit ver, yanit verin, yanitla, cevap ver, cevapla, oner, onerin,
        tavsiye et, belirt, bitir, basla, yaziniz
    """,
    "forever": """
        bundan sonra, bundan boyle, su andan itibaren, bu andan itibaren, bugunden itibaren,
        artik her, her oturumda, tum oturumlarda, butun oturumlarda, sonsuza kadar, kalici olarak,
        ikinci bir emre kadar, yeni talimata kadar, gelecekte
    """,
    "always": """
        her zaman, daima, hep, her seferinde, asla, hicbir zaman, istisnasiz, varsayilan olarak
    """,
    "every_answer": """
        her yanit*, her cevap*, her cevab*, tum yanitlar*, tum cevaplar*, her ozet*, her mesaj*,
        her konusma*
    """,
    "unasked": """
        sormadan, sormaksizin, danismadan, onay almadan, onay istemeden, onaysiz, izin almadan,
        izinsiz, izin istemeden, onay beklemeden, sorma, sormayin, kontrol etmeden, dogrulamadan,
        rizasi olmadan, onayi olmadan, izni olmadan, beklemeden
    """,
    "condition": """
        eger, ne zaman, birisi, biri, her kim, herhangi biri, bir musteri, musteri, olursa,
        bir kullanici
    """,
    "cue": """
        soylerse, derse, sorarsa, bahsederse, isterse, yazarsa, anarsa, dediginde, soylediginde,
        sordugunda, bahsettiginde, istediginde, yazdiginda, gecerse, gectiginde, duyarsan,
        gorursen, duydugunda, gordugunde, selam verirse
    """,
    "codeword": "kelimesini, kelimesi, sozcugunu, sozcugu, parolayi, anahtar kelime*, ifadesini",
    "on_cue": """
        kelimesi gecerse, kelimesi gectiginde, kelimesini duyarsan, sorulursa, soruldugunda,
        adi gecerse
    """,
    "someone": "birisi, biri, kullanici, musteri, bir musteri, herhangi biri",
    "protect": """
        karantina, reddedildi, bildirdik, sikayet ettik, paylasmayin, paylasma, kimseyle paylas*,
        kimseye verme*, kimseye soyleme*, gondermeyin, gonderme, calistirma, istemez, istemeyiz,
        onaylama, onaylamayin, onaylanmaz
    """,
    "wary": "oltalama, dolandirici*, supheli, saldirgan*, sahte",
    "asset": """
        liste, listesi, listesini, listeyi, dosya, dosyasini, dosyayi, veri, verileri, verilerini,
        rapor, raporu, fatura, faturayi, faturalari, sozlesme, sozlesmeyi, kod, kodu, kodunu,
        anahtar, anahtari, adresleri, rehberi, hesap, hesabi, fiyatlari, defteri
    """,
    "authority": """
        guvenlik ekibi, guvenlik departmani, guvenlik birimi, yonetim, yonetimin, yonetim kurulu,
        yonetici, yoneticiler, genel merkez, genel mudurluk, hukuk departmani, hukuk birimi,
        bakanlik, kurul, komite, teknik destek, departman, mudurluk
    """,
    "ratified": """
        onayladi, onaylandi, onaylanmistir, onaylamistir, dogruladi, dogrulandi, emretti,
        emrediyor, talep ediyor, talep etti, zorunlu kildi, karar verdi, yetkilendirdi, izin verdi,
        kabul etti, kararlastirdi, onayli
    """,
    "by_order": """
        emriyle, emri uzerine, talimatiyla, talimati uzerine, adina, karariyla, karari geregi
    """,
    "binding": """
        zorunlu, zorunludur, baglayici, baglayicidir, en yuksek oncelik*, en ust oncelik*,
        mutlak oncelik*, tartismasiz, kesin emir
    """,
    "edict": """
        bu not, bu metin, bu metni, bu kural, bu kurali, bu politika, tum asistanlar*,
        butun asistanlar*, tum ajanlar*
    """,
    "identity": """
        ben senin yoneticinim, ben yoneticinim, ben sahibinim, ben senin sahibinim,
        gelistiricin olarak, senin gelistiricinim, seni yaratan
    """,
    "proclaimed": """
        sistem bildirimi, sistem duyurusu, sistem mesaji, resmi duyuru, resmi bildirim,
        guvenlik duyurusu
    """,
    "secret": """
        sifre, sifresi, sifresini, sifreyi, sifreleri, sifrelerini, parolasini, dogrulama kodu*,
        gizli anahtar*, ozel anahtar*, giris bilgileri*, kart numara*, erisim kodu*, api anahtar*,
        parolasi, parolayi
    """,
    "solicit": """
        iste, isteyin, sor, talep et, talep edin, topla, toplayin, ogren, ogrenin, kaydet,
        kaydedin, gonder, gonderin, paylas, ilet, not al
    """,
    "write_into": """
        ekle, ekleyin, yaz, yazin, kaydet, kaydedin, kopyala, kopyalayin, yapistir, yapistirin,
        guncelle, guncelleyin, olustur
    """,
    "write_last": """
        ekle, ekleyin, yaz, yazin, kaydet, kaydedin, kopyala, kopyalayin, yapistir, yapistirin,
        yazmali, yazmalidir, icermeli, icermelidir
    """,
    "content": """
        bu kurali, bu satiri, bu satirlari, bu metni, bu paragrafi, bu cumleyi, asagidakini,
        asagidaki satir*, asagidaki metni, bu talimat*
    """,
    "agent_file": """
        sistem istemi*, sistem mesaji*, bellek dosyasi*, hafiza dosyasi*, talimat dosyasi*,
        beceri klasoru*, kalici bellek*, kalici hafiza*
    """,
    "approval": """
        onayla, onaylayin, onaylayiniz, onaylanabilir, onaylanmali, onayli, kabul et, kabul edin,
        kabul edilebilir, onay ver, onay verin
    """,
    "ease": """
        incelemeden, bakmadan, okumadan, kontrol etmeden, zararsiz, risksiz, risk yok, guvenli,
        guvenlidir, zaten onaylandi, zaten incelendi, gonul rahatligiyla, oldugu gibi, formalite
    """,
    "review_void": """
        incelemeden, inceleme gerekmez, incelemeye gerek yok, inceleme gerektirmez,
        kontrole gerek yok, kontrol gerekmez, gozden gecirmeye gerek yok, incelenmeden
    """,
    "reviewer": "inceleyici, inceleyen, denetleyen, denetci, onaylayan, gozden geciren",
    "review_agent": """
        sayin inceleyici, sevgili inceleyici, inceleyiciye not, sayin denetci, inceleme ajani
    """,
    "this_item": """
        bu not, bu notu, bu oneri, bu oneriyi, bu degisiklik, bu degisikligi, bu kayit, bu kaydi,
        tum partiyi, tumunu, hepsini
    """,
    "success": "basarili, basariyla, sorunsuz, cozuldu, memnun, calisti",
    "negation": "degil, yok, asla, hicbir, haric, disinda, sadece, yalnizca",
    "limit_time": "bu hafta, bu ay, bu ceyrek, kadar, simdilik, bugun, yarin, gecici olarak",
    "strength": "olabilir, belki, muhtemelen, bazen, en az, en fazla, neredeyse, yaklasik",
    "proviso": "eger, durumunda, sartiyla, kosuluyla, olursa",
    "plain": "ya da",
}
"""Phrases by class, separated by commas."""
