import type { CueLanguage } from "./cue-language.js";
import { latinWriting } from "./latin-writing.js";

const r = String.raw;

/** Cues in German. */
export const GERMAN: CueLanguage = {
  name: "German",
  writing: latinWriting({
    letters: "äöüß",
    words:
      "der, die, das, und, nicht, ist, sind, ein, eine, einen, einem, kein, keine, keinen, bitte, nur, mit, auf, von, zu, zum, zur, im, den, dem, des, wenn, oder, aber, auch, alle, immer, nie, niemals, ich, wir, mein, meine, meinen, unser, unsere, bei, nach, aus, wird, werden, soll, sollen, muss, darf, kann, als, bis, ab, jetzt, jede, jeder, jedes, um, schrieb",
  }),
  edges: [r`(?<![\p{L}\p{N}])`, r`(?![\p{L}\p{N}])`],
  lists: {
    stands: "steht, stand, heißt es, hieß es",
    /** Things that have one exact value. */
    setting: r`port, server, host, adresse, raum, zimmer, saal, termin, besprechung, meeting, treffen, abgabe, abgabetermin, flug, zug, nummer, \p{L}{2,20}nummer, version, konto, kennung, id, code, start, launch, release, schlüssel, lieferung, preis, datum`,
    /** Where an order begins, and what may precede its verb. */
    begin: r`^[^\p{L}\p{N}]{0,8}, [;:(–—,]\s{0,2}["„“«]?, \s-\s, (?<!\p{L}){opening}\s`,
    opening: "bitte, dann, und, aber, also, nur, danach, vorher, zuerst, erst, so, doch, sonst",
    gap: r`(?:\S{1,30}\s){0,6}`,
    end: r`(?![\p{L}\p{N}])`,
    orderVerb:
      "achte, änder[en]?, antworte, arbeite, baue?, beachte, beantworte, befolge?, beginne?, behalte?, behandle, belasse?, benenne?, benutze?, berichte, beschränke?, bestätige, bevorzuge, bleibe?, bring, denke?, dokumentiere?, erkläre?, erstelle?, erwähne?, exportiere?, fange?, fass, formatiere?, formuliere?, frage?, führe?, füge?, geh, gib, gliedere, halte?, häng, hole?, ignoriere?, installiere?, kennzeichne, kommentiere?, kopiere?, kürze, lade?, lasse?, legt?, leg, lege, leite, lies, liefere?, liste, lösche?, mache?, markiere?, melde, merke?, nenne?, nimm, notiere?, nutze?, öffne, ordne, packe?, plane?, prüfe?, rechne, rede?, rufe?, runde, sage?, sammle, schicke?, schließe?, schlag, schreibe?, schütze?, sende?, setze?, sichere?, sieze?, sortiere?, speichere?, speicher, sperre?, sprich, starte, stelle?, stoppe?, streiche?, stütze?, suche?, teile?, teste, trage?, trenne?, tu, übernimm, überprüfe?, übersetze?, unterlasse?, unterschreibe?, verfasse?, vergiss, vermeide, veröffentliche, verschiebe?, verschlüssele?, verwende, verweise?, verzichte, verzichtet, warne?, warte, wähle?, weise?, wiederhole?, zähle?, zeige?, zitiere?",
    deed: "abändern, ablegen, abschicken, achten, ändern, anfassen, angeben, anhängen, antworten, beachten, bearbeiten, behalten, belassen, benutzen, berühren, committen, deployen, einfügen, einhalten, einsetzen, ergänzen, erwähnen, formatieren, halten, installieren, lassen, löschen, mergen, nehmen, nennen, nutzen, prüfen, pushen, runden, schicken, schreiben, senden, setzen, speichern, starten, testen, überschreiben, übernehmen, umbenennen, verändern, vermeiden, veröffentlichen, verschicken, verwenden, verzichten, weglassen, zeigen, zusammenführen",
    no: r`nicht, nichts, kein\p{L}{0,2}, niemand\p{L}{0,2}, nie, niemals`,
    consent:
      "freigabe, zustimmung, erlaubnis, ok, okay, bestätigung, genehmigung, rücksprache, einverständnis, einwilligung, wissen, rückfrage, absprache, nachfrage, abstimmung",
    day: r`montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, heute, morgen, übermorgen, mittag, mitternacht, feierabend, monatsende, jahresende, ende, anfang, nächste\p{L}{0,2}, kommende\p{L}{0,2}, zum, \d{1,2}[.:]`,
    due: "fertig, muss, müssen, soll, sollen, brauche, brauchen, abgeben, liefern?, liefere, schicke?, erledigt?, vorliegen, eingereicht, einreichen, liegen, da sein, stehen, abgeschlossen, live, online",
    unit: r`wörtern?, sätzen?, zeilen?, zeichen, seiten?, absätzen?, stichpunkten?, euro, prozent, minuten, stunden, sekunden, tagen?, versuchen?, mb, gb, kb`,
    number: r`\d[\d.]{0,8}, einen?, einer, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, zwölf, zwanzig, hundert`,
    language:
      "deutsch, englisch, französisch, spanisch, italienisch, portugiesisch, russisch, chinesisch, japanisch, koreanisch, polnisch, türkisch, niederländisch, schweizerdeutsch",
    lasting: r`immer, künftig, nur, nicht, kein, jede, alle, zukunft, ab jetzt, stets, vorher, vor dem, bevor, auf \p{L}+sch, weglassen, verzichten, bitte`,
    rules:
      "regeln?, vorgaben?, anforderung(?:en)?, bedingung(?:en)?, richtlinien?, konvention(?:en)?, einschränkung(?:en)?, grundregeln?, spielregeln?",
    person: r`chef\p{L}{0,3}, freund\p{L}{0,3}, mutter, vater, bruder, schwester, arzt, ärztin, nachbar\p{L}{0,3}, vermieter\p{L}{0,3}, tochter, sohn, frau, mann, kolleg\p{L}{1,4}, oma, opa`,
    says: "sagt, sagte, meint, meinte, meldet, meldete, lautet, lautete, schreibt, schrieb, behauptet, behauptete, steht, verlangt, zeigt, erzählt, erzählte, war",
    source: r`anleitung, doku\p{L}{0,9}, readme, handbuch, wiki, logs?, protokoll, schild, fehler\p{L}{0,7}, meldung, compiler, linter, konsole, artikel, blog, forum, lizenz, vertrag`,
    changed:
      "verschoben, verlegt, geändert, erhöht, gesenkt, angehoben, verlängert, verkürzt, umgezogen, umgestellt, gewechselt, umbenannt, vorgezogen, aufgestockt, gekürzt",
    shaky:
      "schlägt, stürzt, bricht, hängt, liefert, wirft, meldet, erscheint, ist, sind, war, waren, hat, haben, hatte, wurde, wurden, läuft, lief, funktioniert, funktionierte, ging, geht, passiert, klappt, klappte, scheitert",
  },
  cues: {
    acceptance: [
      {
        pattern: r`\babnahmekriteri|(?:^|\s)(?:fertig|erledigt|abgeschlossen) (?:ist|sind) (?:\S{1,20}\s){0,4}(?:erst|wenn|sobald)`,
        example: "Die Abnahmekriterien stehen im Ticket.",
        counterExample: "Die Abnahme war gestern.",
      },
      {
        words: r`(?:tests?|prüfungen|build) (?:muss|müssen) (?:\S{1,20}\s){0,3}(?:grün|durchlaufen|bestehen|laufen)`,
        example: "Alle Tests müssen am Ende grün sein.",
        counterExample: "Alle Tests sind grün.",
      },
    ],
    limit: [
      {
        pattern: r`(?<!\p{L})(?:nur|ausschließlich) (?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)(?!\p{L})`,
        example: "Geliefert wird ausschließlich freitags.",
        counterExample: "Geliefert wird freitags.",
      },
      {
        words: r`mehr (?:aber )?nicht(?=[.!]|$)`,
        example: "Drei Gäste, mehr nicht.",
        counterExample: "Mehr kam nicht an.",
      },
      {
        words: r`(?:zeitlimit|zeitgrenze|wartezeit|zeitüberschreitung|größe|anzahl|dauer)\p{L}{0,2} (?:beträgt|betragen|ist|liegt bei)\s(?:\S{1,12}\s){0,2}?\d[\d.]{0,9}`,
        example: "Die Wartezeit beträgt 9 Tage.",
        counterExample: "Die Wartezeit ist lang.",
      },
      {
        words: r`auf (?:den |die |das |nächste\p{L}{0,2} )?{day}\p{L}{0,10}(?: \p{L}{2,10})? {changed}, (?:limit|grenze|budget|frist|timeout) (?:\S{1,20}\s){0,3}(?:auf|bei) \d+`,
        example: "Der Start ist auf Montag verlegt.",
        counterExample: "Der Start ist verlegt.",
      },
      {
        words: r`höchstens, mindestens, maximal, allerhöchstens, max\.? \d+, nicht (?:mehr|länger|größer|später|weniger|öfter|höher|teurer) als, mehr ist nicht drin, spätestens, obergrenze, untergrenze, höchstgrenze, abgabetermin, abgabefrist, deadline (?:ist|liegt), frist (?:ist|endet|läuft)`,
        example: "Es gibt höchstens drei Versuche.",
        counterExample: "Es gibt viele Versuche.",
      },
      {
        words: r`(?:budget|limit|timeout|rahmen|kontingent)\p{L}{0,2} (?:\S{1,20}\s){0,3}?(?:ist|beträgt|liegt|sind|von|bei|auf)\s(?:\S{1,12}\s){0,2}?\d[\d.]{0,9}`,
        example: "Unser Rahmen liegt bei 800 Euro.",
        counterExample: "Der Rahmen ist aus Holz.",
      },
      {
        pattern: r`(?<!\p{L})(?:bis|vor) (?:zu[mr]? |spätestens |nächste\p{L}{0,2} |kommende\p{L}{0,2} )?{day}[^.?!]{0,80}(?<!\p{L}){due}{end}`,
        example: "Bis Freitag brauche ich das Angebot.",
        counterExample: "Bis Freitag ist er krank.",
      },
      {
        pattern: r`(?<!\p{L}){due}{end}[^.?!]{0,80}\s(?:bis|vor) (?:zu[mr]? |nächste\p{L}{0,2} |kommende\p{L}{0,2} )?{day}`,
        example: "Der Entwurf muss bis Mittwoch im Haus sein.",
        counterExample: "Der Zug fährt bis Mittwoch nicht.",
      },
      {
        words: r`(?:unter|in|auf|über|pro|je) {number} {unit}, {number} {unit} (?:pro|je|am) \p{L}+`,
        example: "Antworte in zwei Sätzen.",
        counterExample: "Es gab zwei Sätze.",
      },
    ],
    rule: [
      {
        pattern: r`^[^\p{L}]{0,8}(?:bitte )?(?:benenne|benennt|nenne|betitle) [^,.?]{2,30} (?:nach|wie|mit|immer) `,
        example: "Nenne Ordner nach dem Kunden.",
        counterExample: "Nenne den Ordner.",
      },
      {
        pattern: r`\p{L} (?:zählen|zählt|gelten) (?:immer )?als (?:fehler|fehlschlag|verstoß|erledigt|privat|vertraulich|öffentlich)`,
        example: "Notizen gelten als vertraulich.",
        counterExample: "Notizen gelten als altmodisch.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}vor jede[mr] [^,.?]{2,40} (?:holst|fragst|prüfst|sagst|machst|führst|lässt|startest|gibst) du(?!\p{L})`,
        example: "Vor jedem Versand prüfst du die Liste.",
        counterExample: "Vor jedem Versand wirst du müde.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}pro [^,.?]{2,40} (?:genau |nur |höchstens |maximal )(?:ein|eine|einen|zwei|drei|\d{1,3})(?!\p{L})`,
        example: "Pro Seite genau ein Bild.",
        counterExample: "Pro Seite gibt es ein Bild.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:bitte )?(?:nutze|nutzt|verwende|verwendet|benutze|benutzt) (?!den|die|das|dein|mein|ein|dies|jetzt|mal|es)\p{L}{3,30} (?:im|in|für|bei|als) `,
        example: "Nutze Kürzel in Tabellen.",
        counterExample: "Nutze die Kürzel in Tabellen.",
      },
      {
        pattern: r`(?<!\p{L})(?:wird|werden|gibt es|ist|sind) nur (?:\p{L}{1,4} )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s[.!]?$`,
        example: "Gesichert wird nur sonntags.",
        counterExample: "Gesichert wurde nur sonntags.",
      },
      {
        pattern: r`(?<!\p{L})bleib(?:t|en) (?:[\p{L}]{1,20} ){0,3}(?:bestehen|erhalten|ausgeschaltet|deaktiviert|abgeschaltet|gesperrt|geschlossen)(?!\p{L})`,
        example: "Die Pumpe bleibt gesperrt.",
        counterExample: "Die Pumpe bleibt hier.",
      },
      {
        pattern: r`(?<!\p{L})(?:lesen (?:wir|sie) nur|schreibgeschützt)(?!\p{L})`,
        example: "Die Akte lesen wir nur.",
        counterExample: "Die Akte lesen wir gern.",
      },
      {
        pattern: r`^(?:bitte )?(?!das|es |ich|wir|sie|er |die|der|hier|da )\p{Lu}\p{L}{2,14}e? (?:bitte )?nur (?:das|die|den|dem|der|mit|auf|im|in|über|unter|unsere?n?|diese[nrs]?)(?!\p{L})`,
        example: "Nimm nur das Beste.",
        counterExample: "Nimm das Beste.",
      },
      {
        pattern: r`^bitte (?:[\p{L}\p{N}./-]{1,30} ){0,8}(?:niemand(?:en|em)?|nichts|nie|nirgends) (?:[\p{L}\p{N}./-]{1,30} ){0,4}\p{L}{2,20}(?:en|ern|eln)[.!]?$`,
        example: "Bitte niemanden stören.",
        counterExample: "Bitte alle stören.",
      },
      {
        pattern: r`^(?:bitte )?nur (?:[\p{L}\p{N}./-]{1,30} ){1,6}\p{L}{2,20}(?:en|ern|eln)[.!]?$`,
        example: "Nur auf Papier drucken.",
        counterExample: "Nur die Katze schläft.",
      },
      {
        words: r`(?:wir )?bleiben (?:\S{1,12}\s){0,2}?bei (?:\p{L}{2,20} )\d[\d.]{0,6}, (?:duze|sieze|duzt|siezt|duzen sie|siezen sie) (?:die|den|alle|unsere|mich), fragt?,? bevor, lass(?:t)? (?:die|den|das) \p{L}{3,30} (?:aus|weg|in ruhe)`,
        example: "Frag, bevor du etwas löschst.",
        counterExample: "Frag, wenn du magst.",
      },
      {
        words: r`ohne (?:\S{1,20}\s){1,3}?(?:wird|geht|kommt|darf) (?:hier )?(?:nichts|niemand|keine?r?), ha(?:t|ben) (?:\S{1,20}\s){0,4}?nichts (?:verloren|zu suchen), bleib(?:t|en) (?:bei )?(?:der |die |das )?\d[\d.:]{0,8}`,
        example: "Tokens haben dort nichts verloren.",
        counterExample: "Er hat dort Geld verloren.",
      },
      {
        pattern: r`(?<!\p{L})(?:für (?:de[nm] |die |das |alle )?\p{L}{3,30} (?:bitte )?(?:nimm|nutze?|verwende|benutze?|nehmen|nutzen|verwenden)|(?:nimm|nutze?|verwende|benutze?) \S{1,40} (?:für|zum|zur|als|beim)){end}`,
        example: "Für Bilder nimm WebP.",
        counterExample: "Bilder sind WebP.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:(?:die|meine|unsere|feste|wichtige) )?{rules}\s?:\**\s{0,3}[^\s*]`,
        example: "Vorgaben: kleine Commits",
        counterExample: "Vorgaben gibt es viele.",
      },
      {
        words: r`niemals, nie wieder, auf (?:gar )?keinen fall, unter keinen umständen, keinesfalls, bitte (?:nicht|keine?\p{L}?|nie), verboten, untersagt, tabu, finger (?:weg )?von, finger weg, nicht (?:erlaubt|gestattet|zulässig|erwünscht), an niemanden, hör auf, in ruhe lassen, nur lesend, schreibgeschützt, nur lesen, ohne ausnahme, lass .{1,60} in ruhe`,
        example: "Das ist streng untersagt.",
        counterExample: "Das ist streng geheim.",
      },
      {
        words: r`(?:darf|dürfen|darfst|soll|sollen|sollst|sollte|sollten|solltest) {gap}{no}`,
        example: "Der Schlüssel darf nicht ins Log.",
        counterExample: "Der Schlüssel steht nicht im Log.",
      },
      {
        pattern: r`{begin}(?:{opening}\s){0,2}{orderVerb}{end}(?:\ssie)?\s{gap}{no}{end}`,
        example: "Ändere an der Tabelle nichts.",
        counterExample: "Es ändert sich nichts.",
      },
      {
        pattern: r`(?<!^[^\p{L}]{0,8})(?<!\p{L})(?!hast|bist|kannst|weißt|hattest|warst|magst|willst)\p{L}{2,20}(?:st|ßt|t) du {gap}(?:{no}|immer|stets|nur|alle|jede\p{L}?|vor|mein){end}`,
        example: "Die Logos fasst du nicht an.",
        counterExample: "Das hast du nicht gesehen.",
      },
      {
        words: r`(?:{no}|nur) {gap}{deed}`,
        example: "Im Ordner alt nichts anfassen.",
        counterExample: "Im Ordner alt ist nichts.",
      },
      {
        words: r`ohne (?:\S{1,20}\s){0,2}{consent}(?!.{0,40}(?:geht|erlaubt|darfst)), (?:meine?|unsere?)[rn]? (?:\S{1,20}\s)?{consent}, (?:frage?|fragst|fragen sie) (?:mich|uns|erst|vorher|zuerst|nach)`,
        example: "Ohne meine Freigabe geht das nicht raus.",
        counterExample: "Die Freigabe kam gestern.",
      },
      {
        words: r`muss(?! (?:ich|wohl|man)\b)(?!t), müssen(?! wir\b), musst du, zwingend, unbedingt, verpflichtend, ist pflicht, (?:ist|sind) (?:\S{1,20}\s){0,3}zu \p{L}{3,20}en, hat zu, haben zu`,
        example: "Jeder Name muss lesbar sein.",
        counterExample: "Das muss ich noch lesen.",
      },
      {
        words: r`immer(?! (?:noch|wieder|so|mehr|weniger|(?:größ|klein|schlimm|öft|bess|schnell|langsam|läng|höh|weit|teur|schlecht|häufig)er)\b), stets, grundsätzlich, prinzipiell, ausnahmslos, jedes mal, durchgehend, einheitlich, generell, standardmäßig, in jedem fall`,
        example: "Rechnungen stets als PDF.",
        counterExample: "Rechnungen immer wieder als PDF.",
      },
      {
        words: r`ab (?:jetzt|sofort|heute|morgen|nun|nächster woche|dem \d+\.), von (?:jetzt|nun|heute) an, künftig, zukünftig, in zukunft, fortan`,
        example: "Künftig heißt das Projekt Nordlicht.",
        counterExample: "Heute heißt das Projekt Nordlicht.",
      },
      {
        words: r`nur noch, ausschließlich, (?:erlaubt|zulässig|zugelassen|gestattet) (?:ist|sind), (?:ist|sind) nur, sonst (?:nichts|nirgends|niemand), und (?:nichts|sonst nichts) anderes, außer .{1,40} (?:nichts|keine?\p{L}?)`,
        example: "Erlaubt sind diese Werkzeuge: sed und awk.",
        counterExample: "Das sind diese Werkzeuge: sed und awk.",
      },
      {
        words: r`bleib(?:t|en) {gap}(?:un\p{L}{3,20}t?|wie|so|aus|an|drin|draußen|gleich|intern|vertraulich|geheim|lokal|leer|grün|erhalten|stehen|auf|{language}), lass(?:e|t)? .{1,60} (?:unverändert|stehen|weg|wie (?:es|sie|er) ist)`,
        example: "Die Schnittstelle bleibt wie sie ist.",
        counterExample: "Die Schnittstelle ist weg.",
      },
      {
        words: r`(?:beginnen|beginnt|enden|endet|heißen|folgen|folgt) (?:\S{1,20}\s){0,2}(?:mit|auf|dem|der|nach|immer|wie), (?:schreiben|nennen|benennen|formatieren|speichern|verwenden|nutzen|benutzen|nehmen|rechnen|runden|arbeiten|halten) wir, (?:werden|wird) {gap}(?:benannt|geschrieben|gespeichert|abgelegt|formatiert|sortiert|gerundet|angegeben|kleingeschrieben|großgeschrieben|verwendet|gesiezt|geduzt)`,
        example: "Testdateien enden auf _spec.",
        counterExample: "Testdateien sind klein.",
      },
      {
        words:
          "stelle? sicher, stellen sie sicher, achte darauf, achten sie darauf, denke? daran, denken sie daran, vergiss nicht, merke? dir, sorge? dafür, sorgen sie dafür, bleibe? (?:bei|im|in|förmlich|höflich|sachlich|kurz|dabei)",
        example: "Achte darauf, dass es baut.",
        counterExample: "Das ist sicher.",
      },
      {
        pattern: r`{begin}(?:vermeiden?|verzichten?|unterlassen?|beschränken?|halten?){end}(?: sie)? (?:\S{1,30}\s){0,4}\S`,
        example: "Vermeide Fremdwörter.",
        counterExample: "Fremdwörter vermeiden sie selten.",
      },
      {
        pattern: r`(?:^|(?:^|,\s)bitte )(?:vermeiden?|unterlassen?)(?: sie)?:`,
        example: "Bitte vermeide:",
        counterExample: "Was wir vermeiden:",
      },
      {
        pattern: r`^[^\p{L}]{0,8}kein(?:e|en|er|erlei)? (?!problem|ahnung|sorge|frage|zeit|lust|wunder|idee|eile|angst|ursache|chance|antwort|fehler)[^?,]{2,80}$`,
        example: "Keine Emojis in Commits.",
        counterExample: "Keine Ahnung.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:wenn|falls|sobald|sofern|bevor|nachdem|vor jede[mr]|nach jede[mr]) [^?]{3,160},\s(?:(?:dann|bitte|so|erst|immer)\s){0,2}(?:{orderVerb}|\p{L}{3,20}st du|\p{L}{3,20}en sie){end}`,
        example: "Falls etwas unklar ist, sag Bescheid.",
        counterExample: "Falls etwas unklar ist, steht es im Heft.",
      },
      {
        pattern: r`\p{L},\s(?:und )?(?:nicht|kein\p{L}?|keine[nrs]?) \p{L}[^,.?!]{1,40}[.!]?$`,
        example: "Tabs, nicht Leerzeichen.",
        counterExample: "Nicht Leerzeichen.",
      },
      {
        words: r`(?:kommentare?|antworten|texte?|nachrichten|commits|dokumentation|alles andere|der rest|alles) (?:\S{1,20}\s){0,2}auf {language}`,
        example: "Kommentare im Code auf Englisch.",
        counterExample: "Kommentare im Code auf Papier.",
      },
    ],
    order: [
      {
        pattern: r`{begin}(?:{opening}\s){0,2}(?:{orderVerb}|\p{L}{3,20}e?n sie){end}`,
        example: "Prüfe die Rechnung.",
        counterExample: "Die Prüfung der Rechnung läuft.",
      },
      {
        pattern: r`(?<!\p{L}){deed}[.!]?$(?<!(?:wir|ich|man|können|kann|konnte|wollen|will|möchte|werden|wird)\s.{0,120})`,
        example: "Die Datei speichern.",
        counterExample: "Wir können die Datei speichern.",
      },
      {
        words: r`(?:ich möchte|ich will|ich bitte dich),\sdass du, wäre (?:schön|gut|toll|super|nett|hilfreich|prima)[,]?\swenn du`,
        example: "Es wäre nett, wenn du kommst.",
        counterExample: "Es wäre nett.",
      },
    ],
    "standing word": [
      {
        pattern: r`(?<!\p{L})(?:überall|durchgehend|durchweg|einheitlich)(?!\p{L})`,
        example: "durchgehend klein",
        counterExample: "klein",
      },
      {
        words: r`jede[mnrs]?, alle[mnrs]?, immer, sämtliche\p{L}?, jeweils, jedes mal, sobald, pro \p{L}+, sooft, grundsätzlich`,
        example: "Nach jeder Sitzung",
        counterExample: "Nach der Sitzung",
      },
    ],
    "one-off": [
      {
        words: r`mal, kurz, diesmal, dieses mal, noch einmal, nochmal, einmal, gerade, zeige? mir, liste mir, erkläre? mir, schau, sieh`,
        example: "Schau hinein.",
        counterExample: "Komm herein.",
      },
    ],
    commission: [
      {
        words:
          "buche?, schicke?, sende?, überweise?, bezahle?, reserviere?, lade, liefere?, bestelle?, plane?, vereinbare?, trage?, kaufe?",
        example: "Reserviere einen Tisch.",
        counterExample: "Der Tisch ist frei.",
      },
    ],
    answer: [
      {
        words: r`antwort\p{L}{0,3}, schreib\p{L}{0,3}, rede\p{L}{0,1}, sprich, sprechen, kommentare?, texte?, formulier\p{L}{0,3}, erklär\p{L}{0,3}, beschreibung\p{L}{0,2}, nachrichten?, fehlermeldungen, commit-nachrichten, alles andere, kommunizier\p{L}{0,3}, dokumentation`,
        example: "Erklär mir das.",
        counterExample: "Das ist klar.",
      },
    ],
    "language name": [
      {
        words: "{language}",
        example: "auf Polnisch",
        counterExample: "auf Papier",
      },
    ],
    "own fact": [
      {
        words: r`{setting} (?:\S{1,20}\s){0,3}?(?:ist|sind|lautet|heißt|startet|findet|läuft)(?! seit) (?:\S{1,12}\s){0,2}?\S{0,12}\d[\p{L}\p{N}:.,/-]{0,20}(?! (?:tage|stunden|minuten|mal|jahre)\p{L}?)`,
        example: "Der Raum ist 4.12 im Neubau.",
        counterExample: "Der Raum ist schön.",
      },
      {
        words: r`ich (?:bin (?:\S{1,20}\s){0,3}(?:allergisch|vegetarier\p{L}{0,3}|veganer\p{L}{0,3}|linkshänder\p{L}{0,3}|farbenblind|schwanger|taub|blind|schwerhörig|anfänger\p{L}{0,3}|diabetiker\p{L}{0,3})|wohne|lebe in|heiße|vertrage|esse (?:kein|nur)\p{L}{0,2}|trinke (?:kein|nur)\p{L}{0,2}|arbeite (?:als|bei|in|nur|an)|spreche|sitze in|bin (?:in|aus|bis|ab|kein|nur)|habe (?:nur|eine?n? \p{L}*(?:allergie|schwäche|krankheit)))`,
        example: "Ich wohne in Graz.",
        counterExample: "Ich sehe Graz.",
      },
      {
        words: r`(?:mein|unser)e? (?:\p{L}{2,20}\s)?\p{L}{2,30} (?:heißt|lautet|läuft (?:auf|mit|unter)|hat (?:nur|kein\p{L}{0,2}|maximal)|ist (?:der|die|das|am|auf|in|\p{Lu}\p{L}+|\d)|liegt (?:auf|in|unter|bei)|steht (?:in|unter|auf)|nutzt|verwendet|unterstützt|kann (?:nur|kein\p{L}{0,2}))`,
        example: "Unser Mandant heißt Nordwind.",
        counterExample: "Der Wind kommt aus Nord.",
      },
      {
        words: r`wir (?:haben (?:nur|kein\p{L}{0,2}|noch)|nutzen|verwenden|benutzen|setzen auf|sind (?:auf|noch auf|bei)|arbeiten (?:mit|auf|in)|laufen auf|hosten), zur info, übrigens`,
        example: "Wir nutzen Java 11.",
        counterExample: "Java 11 ist alt.",
      },
    ],
    territory: [
      {
        words: r`gehört (?:dem|der|zum|zu)\b.{0,30}(?:team|abteilung|gruppe), (?:ist|sind) (?:sache|baustelle|aufgabe|revier) (?:von|des|der|vom)`,
        example: "Das Layout ist Sache von Jonas.",
        counterExample: "Das Layout ist fertig.",
      },
    ],
    preference: [
      {
        pattern: r`^ich (?!hatte|habe|wollte|konnte|musste)\p{L}{2,20}e (?:nur|ausschließlich) \p{L}`,
        example: "Ich trinke nur Tee.",
        counterExample: "Ich hatte nur Tee.",
      },
      {
        pattern: r`bevorzug|am liebsten|(?<!\p{L})(?:lieber|am besten|möglichst|idealerweise|wenn möglich|nach möglichkeit|vorzugsweise|ungern){end}`,
        example: "Ich bevorzuge Tabulatoren.",
        counterExample: "Es gibt Tabulatoren.",
      },
      {
        words: r`ich (?:mag|hasse|möchte) (?!das\b|diese\p{L}?\b|den\b|dein|noch\b|wissen|gern)\S{1,30}, ich hätte gerne?, mir gefallen? .{1,40} besser, wäre (?:schön|gut|toll|super|nett|hilfreich|prima)[,]?\swenn du, ich (?:möchte|will),\sdass`,
        example: "Ich mag kurze Sätze.",
        counterExample: "Ich mag das Buch.",
      },
    ],
    correction: [
      {
        words:
          "sondern, stattdessen, doch (?:nicht|lieber|wieder|auf), planänderung, kommando zurück, korrektur, ich meinte, vergiss, vergesst, vergessen sie, ich habe mich vertan, besser gesagt, moment, quatsch, nicht mehr, lieber doch",
        example: "Nimm stattdessen Port 80.",
        counterExample: "Nimm Port 80.",
      },
    ],
    permission: [
      {
        words: r`(?:darfst|dürft|kannst|könnt|dürfen|können)(?! {gap}(?:nicht|kein\p{L}{0,2}|nie)\b), (?:ist|sind|wäre) (?:\S{1,20}\s){0,3}(?:erlaubt|ok|okay|in ordnung|frei|freigegeben|kein problem|gestattet), (?:geht|gehen) (?:jetzt|nun|auch|wieder)(?: auch)?, ruhig, wie du willst, egal`,
        example: "Die Tests darfst du löschen.",
        counterExample: "Die Tests darfst du nicht löschen.",
      },
    ],
    release: [
      {
        words: r`(?:nicht|keine?\p{L}?) mehr, vergiss(?! nicht), vergesst, vergessen sie, aufgehoben, freigegeben, entfällt, hinfällig, hat sich erledigt, fällt weg, gestrichen, vom tisch, außer kraft, kannst du (?:streichen|vergessen|ignorieren), gilt nicht, überflüssig, unnötig`,
        example: "Die Prüfung entfällt.",
        counterExample: "Die Prüfung läuft.",
      },
    ],
    "changed value": [
      {
        words: r`(?:auf|nach|in|um|zu) .{1,40} {changed}, {changed} (?:auf|nach|in|um|zu), (?:ist|sind|lautet|gilt|heißt|liegt) (?:jetzt|nun|inzwischen|mittlerweile|ab sofort|doch|neuerdings), mache? (?:daraus|lieber|doch), doch (?:lieber|auf|wieder), wechseln (?:wir )?(?:auf|zu), steigen .{0,30}um, (?:steigt|sinkt|fällt|geht|wächst|klettert) (?:\S{1,20}\s)?auf, stattdessen, wieder auf, lieber doch`,
        example: "Der Termin ist auf Montag verlegt.",
        counterExample: "Der Termin ist am Montag.",
      },
    ],
    "replaced value": [
      {
        pattern: r`(?<=(?<!\p{L})(?:statt|anstatt|anstelle von|nicht mehr|und nicht|, nicht)\s(?:nur\s|auf\s|in\s|mit\s|den\s|der\s|die\s)?)[^\s,.;!?][^,.;!?]{1,40}`,
        example: "Nimm Tee statt Kaffee.",
        counterExample: "Nimm Tee.",
      },
    ],
    addition: [
      {
        pattern: r`(?<!\p{L})(?:auch|ebenfalls|zusätzlich|ebenso)[.!]{0,3}$`,
        example: "Den Linter ebenfalls.",
        counterExample: "Den Linter.",
      },
    ],
    "new state": [
      {
        words:
          "ab jetzt, ab sofort, ab heute, jetzt, nun, inzwischen, mittlerweile, neuerdings, wieder, von nun an",
        example: "Ab jetzt gilt das.",
        counterExample: "Hier gilt das.",
      },
    ],
    allowance: [
      {
        words: r`(?:kann|können|darf|dürfen)(?! {gap}(?:nicht|kein\p{L}{0,2}|nie)\b), wieder (?:ein|an|frei|offen|erlaubt), (?:schalte|schalt|mach|nimm) .{1,60} wieder (?:ein|an|auf), reaktivier\p{L}{1,3}, (?:ist|sind) .{0,20}(?:in ordnung|okay|ok|erlaubt|frei|offen|möglich), gehen auch, geht auch`,
        example: "Das Lager kann weg.",
        counterExample: "Das Lager kann nicht weg.",
      },
    ],
    deed: [
      {
        words: r`ausgeschaltet, deaktiviert, abgeschaltet, ein, schalte?, gesperrt, anfass\p{L}{1,3}, fass, änder\p{L}{0,3}, geändert, bearbeit\p{L}{1,3}, anrühr\p{L}{1,3}, rühr\p{L}?, berühr\p{L}{1,3}, verändert?, anpass\p{L}{1,3}, finger, weg, offen, erlaubt, ordnung, noch, lass, lauf\p{L}{1,3}, ausführ\p{L}{1,3}, benutz\p{L}{1,3}, nutz\p{L}{1,3}, verwend\p{L}{1,3}`,
        example: "Nicht anfassen.",
        counterExample: "Nicht lachen.",
      },
    ],
    keeping: [
      {
        words: r`bleib(?:t|en)(?= .{0,40}(?:ausgeschaltet|deaktiviert|aus|abgeschaltet|gesperrt|geschlossen|zu)(?!\p{L})), lass(?= .{1,60}(?:ausgeschaltet|deaktiviert|aus|gesperrt|geschlossen|zu)(?!\p{L}))`,
        example: "Die Pumpe bleibt aus.",
        counterExample: "Die Pumpe bleibt.",
      },
      {
        words: r`bleiben (?:\S{1,20}\s){0,3}(?:bestehen|erhalten|drin|stehen|so)`,
        example: "Sie bleiben bestehen.",
        counterExample: "Sie bleiben hier.",
      },
      {
        words: r`behalt\p{L}{0,3}, bleibt?(?: .{0,40})?(?:bestehen|erhalten|drin|stehen|da|wie), bewahr\p{L}{1,2}, erhalten, lass .{1,60}(?:stehen|drin|bestehen|an)`,
        example: "Behalte das Logo.",
        counterExample: "Halte das Logo.",
      },
    ],
    removal: [
      {
        words: r`lösch\p{L}{1,3}, gelöscht, entfern\p{L}{1,3}, weg, raus, wegfallen, streich\p{L}{1,3}, abschalt\p{L}{1,3}, abgeschaltet, verschwinden, aufräumen, ersetz\p{L}{1,2}`,
        example: "Das kann weg.",
        counterExample: "Das kann bleiben.",
      },
    ],
    sight: [
      {
        words: r`anseh\p{L}{1,3}, anschau\p{L}{1,3}, les\p{L}{1,3}, schau\p{L}{0,2}, beispiele?`,
        example: "Anschauen reicht.",
        counterExample: "Ändern reicht.",
      },
    ],
    "going beyond": [
      {
        words: r`länger\p{L}{0,2}, mehr als, größer\p{L}{0,2}, höher\p{L}{0,2}, weiter\p{L}{1,2}, zusätzlich\p{L}{0,2}, unbegrenzt\p{L}{0,2}, ausführlicher\p{L}{0,2}`,
        example: "Längere Texte gehen.",
        counterExample: "Kurze Texte gehen.",
      },
    ],
    "chosen value": [
      {
        words: r`mache? .{0,20}daraus, mach(?:e|en wir)? (?:doch |lieber |das )*, nehmen wir, nimm (?:doch |lieber )*, doch lieber, lieber, sagen wir, stattdessen, besser, doch, gehen auch, reichen auch, geht auch, ändere? (?:das |es )?auf, erhöhe? (?:das |es )?auf`,
        example: "Sagen wir neun.",
        counterExample: "Es sind neun.",
      },
    ],
    brevity: [
      {
        words: r`in (?:einem|nur einem|einem einzigen|zwei|drei) (?:satz|sätzen|wort|worten|wörtern|zeilen?|absatz|absätzen)`,
        example: "In einem Satz.",
        counterExample: "Ein Satz ist falsch.",
      },
    ],
    "switching on": [
      {
        words: r`wieder ein, wieder an, einschalten, (?:ein|an)geschaltet, (?:re)?aktivier\p{L}{1,3}, wieder öffnen, wieder auf`,
        example: "Pumpe einschalten.",
        counterExample: "Pumpe ausschalten.",
      },
    ],
    withdrawal: [
      {
        words:
          "aufgehoben, hinfällig, überholt, veraltet, gilt nicht mehr, nicht mehr gültig, zurückgenommen, widerrufen",
        example: "Aufgehoben:",
        counterExample: "Gültig:",
      },
    ],
    date: [
      {
        words: r`montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, übermorgen, \d{1,2}\. ?(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\d{1,2}\.?)`,
        example: "Donnerstag",
        counterExample: "Donner",
      },
    ],
    negation: [
      {
        pattern: r`nicht|kein|(?<!\p{L})(?:nie|niemals|niemand\p{L}{0,2}|ohne|verboten|untersagt|tabu|vermeide\p{L}?|verzicht\p{L}{0,2}|finger){end}`,
        example: "Das ist keine Regel.",
        counterExample: "Das ist eine Regel.",
      },
    ],
    "modal word": [
      {
        words: "darfst?, dürfen, kannst, können, muss, müssen, soll, sollen, sollte, erlaubt",
        example: "Das soll so sein.",
        counterExample: "Das ist so.",
      },
    ],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:bitte\s)?(?:niemals|nie|auf keinen fall|{orderVerb}|\p{L}{3,20}en sie){end}`,
        example: "Bitte vermeide Mocks.",
        counterExample: "Mocks werden vermieden.",
      },
      { pattern: r`\b(?:du|ihr)\b`, example: "Das sollst du lassen.", counterExample: "Das bleibt so." },
    ],
    "question form": [
      {
        pattern: r`^(?:(?:und|aber|also|sag mal)[,\s]\s?){0,2}(?:warum|wieso|weshalb|soll(?:en)? (?:ich|wir)|muss (?:ich|man)|darf (?:ich|man)|stimmt es)(?!\p{L})[^,;:—–]{0,300}$`,
        example: "Warum muss das so sein",
        counterExample: "Das muss so sein",
      },
    ],
    "polite request": [
      {
        pattern: r`^[^?]{0,40}(?:könntest|kannst|würdest|könnten|können|würden|könntet) (?:du|sie|ihr)(?!\p{L}).{0,160}{lasting}`,
        example: "Könntest du künftig leiser tippen?",
        counterExample: "Könntest du das sehen?",
      },
    ],
    condition: [
      {
        pattern: r`(?<!\p{L})(?:wenn|falls|ob) (?:du|ich|wir|man|es|sie|er) (?:\S{1,20}\s){0,4}(?:nicht|kein\p{L}{0,2}|immer|nur|nie) (?:\S{1,20}\s){0,3}?(?:muss|müssen|musst|darf|darfst|soll|sollst|kann|kannst){end}`,
        example: "wenn du nicht neu starten darfst",
        counterExample: "du darfst nicht neu starten",
      },
    ],
    "condition word": [{ pattern: r`\b(?:wenn|falls)\b`, example: "falls ja", counterExample: "ja" }],
    report: [
      {
        pattern: r`(?<!\p{L})(?:skript|programm|installer|job|build|server) (?:bricht ab|steigt aus|stoppt|meckert|verweigert)(?: mit)?:[^;–—]{0,400}`,
        example: "Der Installer stoppt mit: muss Admin sein.",
        counterExample: "Der Installer muss weg.",
      },
      {
        pattern: r`(?<!\p{L})(?:mein|meine|unser|unsere|der|die) (?:alte[rs]?|frühere[rs]?|ehemalige[rs]?|vorige[rs]?) \p{L}{2,20} (?:sagte|meinte|predigte)[^;–—]{0,400}`,
        example: "Unsere alte Meisterin meinte: nie löten.",
        counterExample: "Unsere alte Meisterin lötet nie.",
      },
      {
        pattern: r`(?<!\p{L})(?:wollte wissen|fragte(?: mich| uns)?|fragt(?: sich)?|gefragt|möchte wissen), ob(?!\p{L})[^;–—]{0,400}`,
        example: "Ben fragte, ob man nie lötet.",
        counterExample: "Ben lötet nie.",
      },
      {
        pattern: r`(?<!\p{L})laut (?!und|ist|zu)(?:\p{L}{2,20} ){1,4}(?:darf|muss|soll|sollte|ist|kann|dürfen|müssen|sollen)(?!\p{L})[^;–—]{0,400}`,
        example: "Laut Verkäufer darf man nie löten.",
        counterExample: "Laut darf man nie sein.",
      },
      {
        pattern: r`(?<!\p{L})(?:{source}|er|kunde|kundin|(?:mein|der|die|meine|dem|ihr) {person}) (?:\S{1,20}\s)?{says}(?:, (?:dass|ob|wir|man|er))?[^,;–—]{0,400}`,
        example: "Der Compiler meldet, dass nie konvertiert wird.",
        counterExample: "Der Compiler ist neu.",
      },
      {
        pattern: r`(?<!\p{L})(?:laut|in|im|auf) (?:de[rmn] |meine[mr] |unsere[mr] |ihre[mr] )?(?:\p{L}{2,20}\s)?(?:{source}|{person})(?:(?<=laut\s.{0,60})|\s{stands})(?!\p{L})(?:, dass)?[^,;–—]{0,400}`,
        example: "Laut dem Handbuch: nie löten.",
        counterExample: "Man soll nie löten.",
      },
      {
        pattern: r`(?<!\p{L})(?:du hast|sie haben|hast du|haben sie) (?:\S{1,20}\s){0,3}(?:gesagt|vorgeschlagen|geschrieben|gemeint|empfohlen)(?:, dass)?[^,;–—]{0,400}`,
        example: "Du hast gesagt, dass Tests nie laufen müssen.",
        counterExample: "Tests laufen nie.",
      },
    ],
    supposition: [
      {
        pattern: r`^ich (?:frage mich|überlege(?: noch| mir)?|weiß nicht|bin (?:mir )?(?:nicht|un)\s?sicher),? ob(?!\p{L})`,
        example: "Ich frage mich, ob es warten muss.",
        counterExample: "Es muss warten.",
      },
      {
        pattern: r`^(?:angenommen|stell dir vor|nehmen wir an|gesetzt den fall|was wäre,? wenn|mal angenommen)(?!\p{L})`,
        example: "Angenommen, es muss schnell sein",
        counterExample: "Es muss schnell sein",
      },
    ],
    "qualifying word": [
      {
        words:
          "wenn, falls, sofern, solange, sobald, bis, bevor, nachdem, während, außer, ohne, es sei denn, ausgenommen, einschließlich, nur, höchstens, mindestens, aber nicht",
        example: "es sei denn, Ada stimmt zu",
        counterExample: "Ada stimmt zu",
      },
    ],
    "past rule": [
      {
        pattern: r`(?<!\p{L})(?:früher|damals|einst|seinerzeit|als kind|(?:bei|in|an) (?:meine[mr]|unsere[mr]) (?:alten|letzten|früheren|vorigen) \p{L}{2,20}){end}(?!.{0,200}(?:ab jetzt|künftig|deshalb|darum))`,
        example: "Damals war Anklopfen Pflicht.",
        counterExample: "Heute muss man anklopfen.",
      },
      {
        words: r`(?:musste|mussten|durfte|durften)(?!.{0,200}(?:ab jetzt|künftig|deshalb|darum|also|daher))`,
        example: "Wir durften nie hinaus.",
        counterExample: "Wir dürfen nie hinaus.",
      },
    ],
    opinion: [
      {
        words: r`(?:alle|jeder|jeder mensch|man|die menschen|die welt) (?:sollten?|müsste|müssten) (?:mal|öfter|mehr|weniger|einfach|viel)`,
        example: "Alle sollten öfter lachen.",
        counterExample: "Alle sollten unterschreiben.",
      },
      {
        pattern: r`(?<!\p{L})(?:haha\p{L}{0,6}|hihi|hehe|lol|rofl|scherz|kleiner scherz|nur spaß)\P{L}{0,6}$|[😂🤣😅😜]\P{L}{0,4}$`,
        example: "Nie wieder Montag, haha.",
        counterExample: "Nie wieder Montag.",
      },
      {
        words: r`ich finde(?! .{0,60}(?:soll|besser|sollte)), meiner meinung nach, ehrlich gesagt, bekanntlich, man sagt, (?:die )?leute (?:sollten|müssen), (?:niemand|jeder|keiner) sollte, wie es so schön heißt, das leben, heutzutage`,
        example: "Ich finde, das muss kein Mensch lesen.",
        counterExample: "Das liest kein Mensch.",
      },
    ],
    courtesy: [
      {
        pattern: r`^[^\p{L}]{0,4}(?:vielen |herzlichen |tausend |besten |super,? |ok,? )?danke?(?!\p{L})(?!.{0,200}(?:bitte|ab jetzt|künftig|nur noch|nicht mehr|aber))`,
        example: "Danke, das war nie besser.",
        counterExample: "Das war nie besser.",
      },
      {
        words: r`(?:musst|brauchst) dich (?:\S{1,20}\s){0,2}nicht (?:zu )?(?:entschuldigen|sorgen|beeilen), keine (?:sorge|ursache|eile), kein (?:problem|stress|ding), mach dir keine`,
        example: "Du musst dich nicht entschuldigen.",
        counterExample: "Du musst dich anmelden.",
      },
    ],
    "third party": [
      {
        words: r`(?:firma|abteilung|büro|wohnung|leute|kollegen) nebenan, in einer anderen (?:firma|abteilung), (?:meine?|seine?|ihre?) {person} (?:\S{1,20}\s){0,3}(?:nie|niemals|immer|kein\p{L}{0,2})`,
        example: "Im Büro nebenan ist Lärm verboten.",
        counterExample: "Im Büro ist Lärm verboten.",
      },
      {
        words: r`im (?:film|roman|buch|märchen|traum|lied|spiel|stück|krimi), in der (?:serie|geschichte|sage|oper), (?:ihm|ihr|ihnen) (?:\S{1,20}\s){0,4}(?:verboten|untersagt|erlaubt|geraten)`,
        example: "Im Film darf keiner reden.",
        counterExample: "Hier darf keiner reden.",
      },
      {
        words: r`(?:meine?|seine?|ihre?|deren|unsere?) {person} (?:muss|darf|soll|isst|trinkt|hat|kann|braucht|besteht|verbietet|möchte), er (?:muss|darf|soll)`,
        example: "Meine Tochter darf nicht allein reisen.",
        counterExample: "Du darfst nicht allein reisen.",
      },
    ],
    guess: [
      {
        words: r`(?:muss|müssen|dürfte|müsste) (?:\S{1,20}\s){0,3}(?:wohl|an der|an einem|an einer|am (?!\p{L}*(?:ende|anfang))\p{L}+ liegen|liegen|gewesen sein|kaputt sein|passiert sein|der fehler|ein fehler)`,
        example: "Das muss an der Sicherung liegen.",
        counterExample: "Das muss in den Ordner.",
      },
    ],
    account: [
      {
        words: r`(?:mochte|habe|hatte|wollte|konnte|war|hat|ging) (?:\S{1,20}\s){0,5}(?:nie|niemals|noch nie)`,
        example: "Ich mochte Spinat nie.",
        counterExample: "Nie Spinat.",
      },
      {
        pattern: r`^[^\p{L}]{0,4}(?:gestern|vorgestern|letzte[nrs]? \p{L}+|vorhin|neulich|heute (?:früh|nacht)|eben) (?:\S{1,20}\s){0,3}?(?:habe?|haben|hat|bin|ist|war|waren|sind|wurden?|kam|ging|lief){end}`,
        example: "Gestern bin ich gelaufen.",
        counterExample: "Immer laufen.",
      },
      {
        words: r`{shaky} (?:\S{1,20}\s){0,4}(?:nie|immer|ständig|dauernd|jedes mal|nur (?:in|auf|bei|unter|mit|wenn|manchmal)), (?:ständig|dauernd) (?:einen?|ein|die|der|das)`,
        example: "Der Build läuft fast nie.",
        counterExample: "Der Build startet.",
      },
    ],
    decision: [{ pattern: "entschieden", example: "Es ist entschieden.", counterExample: "Es ist offen." }],
    reason: [{ pattern: r`\bweil\b`, example: "SQLite, weil es klein ist", counterExample: "SQLite" }],
    "rules heading": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[^\s:]{1,30}\s){0,4}{rules}(?:\s[^\s:]{1,30}){0,3}[:*\s]{0,4}$`,
        example: "## Unsere Richtlinien",
        counterExample: "## Unser Ziel",
      },
    ],
    "name of rules": [
      { words: "{rules}, kriterien", example: "Unsere Spielregeln", counterExample: "Unsere Spiele" },
    ],
    "acceptance heading": [
      {
        words: "abnahmekriterien, fertig (?:ist|wenn)",
        example: "Abnahmekriterien:",
        counterExample: "Abnahme:",
      },
    ],
    greeting: [{ pattern: r`^hallo\b`, example: "Hallo Claude, schau", counterExample: "Claude, schau" }],
    dialogue: [
      {
        pattern: r`\b(?:ich|du|sie|wir|uns)\b`,
        example: "Das haben wir versucht.",
        counterExample: "Der Server startet neu.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:und|oder|nicht|der|die|das|den)[*_]{0,2}$`,
        example: "Nimm den Port und",
        counterExample: "Nimm den Port",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:von|gesendet|an|betreff|datum)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Betreff: Freigabe",
        counterExample: "Betreff fehlt",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**von\**\s{0,2}[:：]`, example: "Von: Dana", counterExample: "Von Dana" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?ursprüngliche nachricht\s?-{2,12}\s{0,4}$`,
        example: "----- Ursprüngliche Nachricht -----",
        counterExample: "Ursprüngliche Nachricht",
      },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}am\s.{6,120}\sschrieb(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "Am 5. Januar schrieb Dana:",
        counterExample: "Am Montag schrieb Dana einen Test.",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}fehler\b\s{0,2}[:!：]? ?\S`,
        example: "Fehler: Datei fehlt",
        counterExample: "Kein Fehler",
      },
    ],
    "failed result": [
      { pattern: r`^\s{0,20}fehler`, example: "Fehler beim Lesen", counterExample: "Kein Fehler" },
    ],
  },
  wordLists: {
    "number word": {
      words:
        "zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, fünfzehn, zwanzig, dreißig, vierzig, fünfzig, hundert",
      example: "fünf",
      counterExample: "fünftel",
    },
    "stop word": {
      words:
        "der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, und, oder, aber, sondern, nicht, nichts, kein, keine, keinen, keinem, keiner, nie, niemals, nur, noch, schon, immer, stets, bitte, ist, sind, war, wird, werden, wurde, hat, haben, habe, sein, muss, müssen, musst, soll, sollen, sollst, sollte, darf, darfst, dürfen, kann, kannst, können, möchte, will, ich, du, er, sie, es, wir, ihr, man, mich, mir, dir, dich, uns, euch, mein, meine, meinen, dein, deine, unser, unsere, sich, auf, in, im, an, am, zu, zum, zur, von, vom, bei, mit, für, fürs, aus, über, unter, vor, nach, bis, ab, als, wie, so, wenn, falls, dass, was, wer, auch, doch, lieber, statt, anstatt, stattdessen, jetzt, nun, künftig, wieder, mehr, weniger, mindestens, höchstens, maximal, spätestens, alle, allen, alles, jede, jeder, jedes, jeden, jedem, etwas, vergiss, gesagt, gilt, gelten, nimm, nimmst, nehmen, verwende, verwenden, verwendest, benutze, benutzen, nutze, nutzen, mach, mache, machen, lass, lassen, erlaubt, verboten, nötig, brauchst, braucht, brauchen, verschoben, geändert, verlegt, ausschließlich, pro, rückfrage, fragen, ordnung, ok, okay, ohne, geht, gehen",
      example: "stattdessen",
      counterExample: "rechnung",
    },
    "talk stop word": {
      words:
        "und, oder, aber, nicht, eine, einen, einer, dass, sich, auch, noch, wird, sind, haben, werden, kann",
      example: "werden",
      counterExample: "haushalt",
    },
    hesitation: { words: "äh, ähm", example: "ähm", counterExample: "ja" },
    "heading word": {
      words:
        "wichtig, hinweis, hinweise, regel, regeln, vorgabe, vorgaben, anforderung, anforderungen, bedingung, bedingungen, ziel, ziele, aufgabe, aufgaben, achtung, warnung, merke, ergänzung, korrektur, nachtrag, frage, fragen, antwort, beispiel, frist, budget, fehler, schritte, kontext, hintergrund, ergebnis, änderung, änderungen, stil, sprache, übrigens, zusammenfassung",
      example: "vorgaben",
      counterExample: "jonas",
    },
  },
};
