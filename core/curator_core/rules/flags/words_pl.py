"""Polish words of the flag rules, by the classes of the English ones.

`*` stands for any ending, `~` for up to five words; marks are compared without, but ł stays.
What is `plain` only takes away what its first word means in another language.
"""

from __future__ import annotations

WORDS = {
    "institution": "dyrekcja, kierownictwo, zarząd, z góry",
    "backs": "pochodzi od, popiera, wspiera, zgadza się, chce, żąda, wymaga, dał zgodę",
    "no_more": "zbędn*, niepotrzebn*, bezpośrednio, wystarczy, nie trzeba",
    "looked": "sprawdzon*, przejrzan*, przeczytan*, zweryfikowan*",
    "already": "już, dwa razy, dawno",
    "override": """
        zignoruj, zignorujcie, zignorować, ignoruj, ignorujcie, ignorować, zapomnij, zapomnijcie,
        zapomnieć, pomiń, pomijaj, pominąć, odrzuć, odrzućcie, zlekceważ, lekceważ, nie zważaj,
        nie przestrzegaj, nie przestrzegajcie, nie stosuj, nie stosuj się, nie słuchaj,
        nie wykonuj, nie bierz pod uwagę, przestań przestrzegać, przestań słuchać, odłóż na bok,
        odłóż ~ na bok, złam, łam, obejdź, unieważnij
    """,
    "orders": """
        instrukcje, instrukcji, instrukcja, zasady, zasad, zasadach, reguły, reguł, regułach,
        polecenia, poleceń, poleceniach, rozkazy, rozkazów, wytyczne, wytycznych, ograniczenia,
        ograniczeń, ograniczeniach, zakazy, zakazów, życzenia, życzeń, preferencje, wskazówki,
        wskazówek, zalecenia, zaleceń, limity, limitów
    """,
    "told": """
        co ci powiedział, co ci powiedziano, wszystko powyżej, twoje instrukcje,
        instrukcje systemowe, instrukcji systemowych, komunikat systemowy, co wiesz,
        prompt systemowy, wszystko co wiesz, wszystko co ci powiedziano
    """,
    "earlier": """
        poprzednie, poprzednich, wcześniejsze, wcześniejszych, dotychczasowe, dotychczasowych,
        wszystkie, wszystkich, wszelkie, wszelkich, jakiekolwiek, twoje, twoich, użytkownika,
        właściciel*, istniejące, otrzymane, pierwotne, stare, starych, powyższe, powyższych,
        przyszłych
    """,
    "owner": "właściciel*, użytkownik*, twój szef, twojego szefa, twój operator",
    "principal": "właściciel*, użytkownik*, twój szef, twojego szefa, pan domu",
    "lapsed": """
        już nie obowiązuje, już nie obowiązują, nie obowiązuje już, nie obowiązują już,
        przestają obowiązywać, przestaje obowiązywać, nie mają już znaczenia, nie mają mocy,
        tracą ważność, straciły ważność, unieważnione, uchylone, nieaktualne, bez znaczenia
    """,
    "become": """
        jesteś teraz, teraz jesteś, od teraz jesteś, od tej chwili jesteś, udawaj,
        zachowuj się jak, wciel się, przyjmij rolę
    """,
    "act_as": "działaj jako, działaj jak, odpowiadaj jako, odpowiadaj jak, występuj jako",
    "power": "administrator*, właściciel*, bez ograniczeń, nieograniczon*, superużytkownik*",
    "address": """
        asystent, asystencie, asystenta, asystentowi, asystenci, asystentów, model językowy,
        sztuczna inteligencja, chatbot, kto to czyta, kto czyta tę notatkę
    """,
    "address_weak": "agent, agenci, agentów",
    "vocative": """
        drogi asystencie, uwaga asystencie, witaj asystencie, szanowny asystencie,
        notatka dla asystenta, wiadomość dla asystenta, jako asystent, jako sztuczna inteligencja,
        jeśli jesteś asystentem, do wszystkich asystentów
    """,
    "you": "ty, tobie, wam",
    "must": """
        musi, musisz, muszą, musicie, powinien, powinna, powinni, powinieneś, powinnaś, należy,
        trzeba, jest zobowiązany, są zobowiązani, ma obowiązek, masz obowiązek
    """,
    "follow_only": """
        stosuj się tylko, słuchaj tylko, wykonuj tylko, przestrzegaj tylko, jedyna zasada,
        jedyną zasadą, ma pierwszeństwo, mają pierwszeństwo, nowe instrukcje, nowe polecenia,
        zamiast twoich, zamiast poprzednich, ponad wszystkimi, ważniejsze niż, ważniejsza niż,
        jest nadrzędn*, są nadrzędn*
    """,
    "outrank": "ma pierwszeństwo, ważniejsze niż, ważniejsza niż, ponad, jest nadrzędn*, przeważa",
    "self_ref": """
        ta notatka, ten tekst, ta strona, ten akapit, co tu napisano, te wiersze, tej notatki,
        tego tekstu
    """,
    "polite": """
        proszę, prosimy, bądź tak miły, upewnij się, pamiętaj, dobrze by było, możesz, mógłbyś
    """,
    "conceal": """
        nie mów, nie mówcie, nie wspominaj, nie wspominajcie, nie informuj, nie informujcie,
        nie powiadamiaj, nie zdradzaj, nie ujawniaj, nikomu nie mów, zachowaj w tajemnicy,
        trzymaj w tajemnicy, w tajemnicy, w sekrecie, bez wiedzy, nie musi wiedzieć,
        nie może wiedzieć, nie powinien wiedzieć, żeby nie wiedział, ukryj, ukrywaj, ukryć, zataj,
        zatajaj, przemilcz, milcz, bez informowania, nie zostawiaj śladów, nie zapisuj, bez śladu,
        za plecami
    """,
    "covertly": "po cichu, potajemnie, skrycie, ukradkiem, dyskretnie, cichaczem",
    "leak": """
        wyślij, wyślijcie, wysyłaj, prześlij, prześlijcie, przesyłaj, przekaż, przekażcie,
        przekazuj, udostępnij, udostępniaj, ujawnij, wydaj, wydawaj, skopiuj, opublikuj, podaj,
        podawaj, odczytaj na głos, przeczytaj na głos, przeczytaj ~ na głos, wyeksportuj,
        eksportuj, prześlij dalej, odpowiedz hasłem, dostarcz, zdradź
    """,
    "change": """
        zmień, zmieniaj, usuń, usuwaj, skasuj, kasuj, wyłącz, wyłączaj, włącz, zainstaluj,
        instaluj, uruchom, uruchamiaj, wykonaj, zatwierdź, zatwierdzaj, zezwól, zapłać, przelej,
        zwróć pieniądze, dodaj, dodawaj, otwórz, podnieś, obniż, zastąp, zmodyfikuj, przekieruj,
        zaakceptuj, akceptuj
    """,
    "use": """
        używaj, użyj, pisz, napisz, odpowiadaj, odpowiedz, polecaj, rekomenduj, wstaw, wstawiaj,
        dołącz, dołączaj, kończ, zakończ, zaczynaj, zacznij, sugeruj, wspominaj o, rób, zrób
    """,
    "forever": """
        od teraz, od dziś, od dzisiaj, odtąd, od tej pory, od tej chwili, od tego momentu,
        w każdej sesji, we wszystkich sesjach, we wszystkich przyszłych sesjach, na zawsze,
        na stałe, do odwołania, w przyszłości
    """,
    "always": """
        zawsze, za każdym razem, nigdy, bez wyjątku, bez wyjątków, w każdym przypadku, domyślnie
    """,
    "every_answer": """
        każda odpowiedź, każdą odpowiedź, każdej odpowiedzi, wszystkie odpowiedzi,
        każde podsumowanie, każdym podsumowaniu, każda wiadomość, każdej wiadomości,
        każdej rozmowie, każdą rozmowę
    """,
    "unasked": """
        bez pytania, nie pytaj, nie pytajcie, nie pytając, bez pytania o zgodę, bez zgody,
        bez potwierdzenia, bez potwierdzania, bez zezwolenia, bez pozwolenia, bez konsultacji,
        bez zatwierdzenia, bez weryfikacji, bez czekania, nie proś o zgodę,
        nie proś o potwierdzenie, na własną rękę, nie czekając, nie czekaj na zgodę
    """,
    "condition": """
        gdy, jeśli, jeżeli, kiedy, gdyby, jak tylko, gdy tylko, ilekroć, za każdym razem gdy, kto,
        ktokolwiek, każdy kto, usłyszawszy
    """,
    "cue": """
        powie, powiedzą, mówi, wspomni, wspomina, zapyta, zapytają, pyta, pyta o, napisze, pisze,
        wypowie, usłyszysz, zobaczysz, pojawi się, poprosi, prosi o, przywita, wymieni, poda hasło
    """,
    "codeword": "słowo, słowa, frazę, fraza, hasło, słowo kluczowe, zwrot kluczowy",
    "on_cue": """
        na słowo, na hasło, na dźwięk, jeśli zapytają, gdy zapytają, na wzmiankę, kto zapyta,
        kto wspomni, zapytany o
    """,
    "someone": "ktoś, użytkownik, klient, ktokolwiek, klienci, każdy",
    "then": "wtedy",
    "protect": """
        kwarantann*, odrzucono, odrzucony, odrzucona, zgłosiliśmy, zgłoszono, nie uruchamiać,
        nigdy nie podawaj, nie podawaj, nikomu nie podawaj, nie udostępniaj, nigdy nie udostępniaj,
        nigdy nie wysyłaj, nie wysyłaj, nigdy nie prosimy, nigdy nie pytamy, nie prosimy o,
        nigdy nie zatwierdzaj, nie zatwierdzaj, nie zatwierdza się
    """,
    "wary": "phishing*, podejrzan*, oszust*, atakując*, wyłudzen*",
    "asset": """
        lista, listę, listy, plik, pliki, danych, klucz, klucze, rejestr, raport, raporty, faktura,
        fakturę, faktury, umowa, umowę, kod, kody, adresy, kontakty, konto, konta, cennik, hasła,
        bazę, księgę, dane klientów, dane osobowe
    """,
    "authority": """
        dział bezpieczeństwa, zespół bezpieczeństwa, działu bezpieczeństwa, dział prawny, dyrekcja,
        dyrekcji, zarząd, zarządu, kierownictwo, kierownictwa, administrator, administratora,
        komisja, komitet, ministerstwo, centrala, centrali, rada nadzorcza, urząd, pomoc techniczna
    """,
    "ratified": """
        zatwierdził, zatwierdziła, zatwierdziło, zatwierdzono, zatwierdzony, zatwierdzona,
        zatwierdzone, zweryfikował, zweryfikowano, potwierdził, potwierdziła, potwierdzono, żąda,
        wymaga, nakazał, nakazała, nakazuje, polecił, zezwolił, upoważnił, zdecydował, postanowił,
        zaakceptował
    """,
    "by_order": """
        z polecenia, na polecenie, z rozkazu, na rozkaz, w imieniu, decyzją, z upoważnienia,
        na mocy decyzji
    """,
    "binding": """
        obowiązkow*, wiążąc*, najwyższy priorytet, najwyższym priorytet*, bezwzględn*,
        bez dyskusji, nieodwołaln*
    """,
    "edict": """
        ta notatka, ten tekst, ta zasada, ta reguła, ten zapis, wszyscy asystenci,
        wszystkich asystentów, wszystkich agentów, wszyscy agenci
    """,
    "identity": """
        jestem twoim administratorem, jestem twoim właścicielem, jestem administratorem,
        jako twój programista, jako twój twórca, jestem twoim twórcą
    """,
    "proclaimed": """
        komunikat systemowy, powiadomienie systemowe, oficjalny komunikat, oficjalne ogłoszenie,
        komunikat bezpieczeństwa
    """,
    "secret": """
        hasło, hasła, haseł, hasłem, kod weryfikacyjny, kod z sms, kodu z sms, klucz prywatny,
        klucza prywatnego, klucz api, dane logowania, danych logowania, numer karty, numeru karty,
        kod dostępu, kodu dostępu, kod pin
    """,
    "solicit": """
        poproś, poproście, zapytaj, spytaj, zażądaj, zbierz, zbieraj, wyciągnij, wyłudź, uzyskaj,
        wyślij, prześlij, przekaż, podaj, ujawnij, udostępnij, dowiedz się
    """,
    "write_into": """
        dodaj, dodawaj, dopisz, zapisz, wpisz, wstaw, skopiuj, wklej, umieść, zaktualizuj, utwórz,
        dołącz, zapisuj
    """,
    "write_last": "powinien zawierać, musi zawierać, ma zawierać, powinno się znaleźć",
    "content": """
        tę regułę, tę zasadę, ten wiersz, te wiersze, ten tekst, ten akapit, to zdanie,
        następujące, następujący, te instrukcje, poniższy, poniższe, tę linię
    """,
    "agent_file": """
        plik pamięci, pliku pamięci, plik instrukcji, pliku instrukcji, instrukcje agenta,
        instrukcji agenta, folder umiejętności, prompt systemowy, promptu systemowego,
        trwała pamięć, trwałej pamięci
    """,
    "approval": """
        zatwierdź, zatwierdźcie, zatwierdzić, zatwierdzaj, zaakceptuj, zaakceptować, akceptuj,
        przyjmij, przyjąć, zatwierdzony, zatwierdzona, zatwierdził, zatwierdziła
    """,
    "ease": """
        bez sprawdzania, bez sprawdzenia, bez czytania, bez patrzenia, bez przeglądania,
        bez przeglądu, nie trzeba czytać, nieszkodliw*, bez ryzyka, już sprawdzon*,
        już zatwierdzon*, jest bezpieczn*, wystarczy rzut oka, formalność, w ciemno, śmiało
    """,
    "review_void": """
        nie wymaga przeglądu, nie wymaga sprawdzenia, nie wymaga recenzji, przegląd zbędny,
        nie trzeba sprawdzać, nie ma potrzeby sprawdzania, można zatwierdzić bez,
        można zaakceptować bez, zatwierdzić bez sprawdzania, zatwierdź bez sprawdzania
    """,
    "reviewer": "recenzent, recenzencie, recenzenci, recenzenta, sprawdzający, kto sprawdza",
    "review_agent": """
        drogi recenzencie, szanowny recenzencie, uwaga recenzencie, notatka dla recenzenta,
        agent recenzujący
    """,
    "this_item": """
        ta notatka, tę notatkę, ta propozycja, tę propozycję, ta zmiana, tę zmianę, ten wpis,
        całą partię, cała partia, całość
    """,
    "success": "zadziałał*, pomyślnie, bez problemów, rozwiązan*, zadowolon*, bez błędów",
    "negation": "nie, nigdy, bez, oprócz, tylko, nikt, żaden, żadna, żadnych",
    "limit_time": "w tym tygodniu, w tym miesiącu, w tym kwartale, aż do, na razie, dziś, jutro",
    "strength": "może, być może, prawdopodobnie, czasem, co najmniej, najwyżej, prawie, około",
    "proviso": "jeśli, jeżeli, chyba że, pod warunkiem, w przypadku",
    "plain": """
        nie można, nie mogę, nie może, nie mogą, nie udało się, nie da się, nie jest, nie są,
        nie ma, nie było, nie należy, nie musi, nie powinien, nie zostanie, nie został, nie chcę,
        nie wolno, do pliku, do czego, do tego, do każdego, do końca, do klienta, do domu,
        do piątku, do pracy, do katalogu
    """,
}
"""Phrases by class, separated by commas."""
