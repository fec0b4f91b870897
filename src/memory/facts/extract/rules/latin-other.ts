import type { LanguageRules } from '../rule.ts'

/* Dutch, Polish and Turkish: the commonest statements only. */

export const DUTCH_RULES: LanguageRules = {
  language: 'nl',
  openers:
    'ok|oké|dus|trouwens|ja|nee|hoi|hey|hallo|jongens|mensen|allemaal|update|info|ter info|herinnering|en|maar|sorry|oh|ah|let op',
  adverbs: 'nu|ook|al|nog|inmiddels|tegenwoordig|eindelijk|echt|heel|erg',
  i: 'ik',
  we: 'we|wij',
  my: "mijn|m'n|mn|onze|ons",
  kin: 'moeder|mama|vader|papa|zus|broer|zoon|dochter|vrouw|man|vriend|vriendin|neef|nicht|oom|tante|oma|opa|huisgenoot|baas|buurman|buurvrouw|hond|kat|ouders',
  says: '(?:zegt|zei|vertelt|heeft gezegd)(?: dat)?',
  heShe: 'hij|zij|ze',
  joins: 'en|maar',
  subordinates: 'omdat|want|dus|als|toen|terwijl|waar|zodat|die|dat ik|tot we',
  asks: 'wie|wat|wanneer|waar|waarom|hoe|welke|hoeveel|is|zijn|heeft|heb|kan|kun|kunnen|moet|mag|weet|iemand',
  hypothetical:
    'als|misschien|zou|zouden|stel|denk|dacht|geloof|hopelijk|hoop|waarschijnlijk|bijna|wou|wilde|wil|of zo|gedroomd|geen idee|weet niet|eigenlijk wil|vroeger',
  negation: 'niet meer|niet|geen|nooit',
  empty:
    'het|dat|dit|die|deze|daar|hier|hem|haar|hen|je|jou|jij|mij|ons|wie|wat|waar|niks|niets|iets|alles|zo|ook|nog|er|niet|klaar',
  tails:
    'nu|ook|al|haha+|lol|sinds \\p{L}+(?: \\d{4})?|sinds \\d{4}|vorige week|vorige maand|vorig jaar|gisteren|vandaag|jongens|trouwens|inmiddels|in \\d{4}|meer|verhuisd|voorlopig|heel erg',
  articles: 'de|het|een|onze|ons|nieuwe|deze',
  macros: {
    be: '(?:is|zijn|wordt|is nu|is verplaatst naar|is verzet naar)',
    tongue:
      'nederlands|engels|duits|frans|spaans|italiaans|portugees|russisch|oekraïens|pools|turks|japans|chinees|arabisch',
  },
  rules: [
    { attribute: 'name', free: 'ik heet {v}|mijn naam is {v}', reject: /\d/u },
    {
      attribute: 'home',
      i: 'woon {skip}in {v}|ben (?:.{2,20} )?naar (?<value>.{2,30}) verhuisd|ben verhuisd naar {v}',
      we: 'wonen {skip}in {v}|zijn (?:.{2,20} )?naar (?<value>.{2,30}) verhuisd|zijn verhuisd naar {v}',
      other:
        'woont {skip}in {v}|is (?:.{2,20} )?naar (?<value>.{2,30}) verhuisd|is verhuisd naar {v}',
      reject: /^(?:de buurt|een|hier|\d)/u,
    },
    {
      attribute: 'allergy',
      i: 'ben {skip}allergisch voor {v}',
      other: 'is {skip}allergisch voor {v}',
      reject: /^(?:maandag|werk|mensen)/u,
    },
    {
      attribute: 'diet',
      names: 'known',
      i: 'ben (?<value>vegetariër|veganist|vegetarisch|vegan)',
      other: 'is (?<value>vegetariër|veganist|vegetarisch|vegan)',
    },
    {
      attribute: 'diet',
      i: '(?:eet|drink) geen {v}',
      other: '(?:eet|drinkt) geen {v}',
      names: 'known',
    },
    {
      attribute: 'employer',
      i: 'werk {skip}(?:bij|voor) {v}',
      other: 'werkt {skip}(?:bij|voor) {v}',
      reject: /^(?:de|het|mij|jou|ons|thuis|\d)/u,
    },
    { attribute: 'job', i: 'werk {skip}als {v}', other: 'werkt {skip}als {v}' },
    {
      attribute: 'birthday',
      when: true,
      free: 'mijn verjaardag is (?:op )?{v}|ik ben (?:op )?{v} jarig',
    },
    {
      attribute: 'pet',
      i: 'heb (?:een|twee|drie) (?<value>hond|honden|kat|katten|poes|konijn|hamster)',
      we: 'hebben (?:een|twee|drie) (?<value>hond|honden|kat|katten|poes|konijn)',
    },
    {
      attribute: 'language',
      i: 'spreek {skip}(?<value>(?:{tongue})(?: en (?:{tongue})){0,3})',
      other: 'spreekt {skip}(?<value>(?:{tongue})(?: en (?:{tongue})){0,3})',
    },
    {
      attribute: 'relation',
      free: '{my}(?<rel>moeder|vader|zus|broer|zoon|dochter|vrouw|man|vriend|vriendin|hond|kat) heet {v}',
    },
    {
      attribute: 'decision',
      ofGroup: true,
      we: 'hebben (?:besloten|afgesproken|gekozen)(?: om| dat| voor)? ?{v}',
      reject: /^(?:niks|niets|nog)/u,
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:de )?(?<thing>deadline|inleverdatum|sluitingsdatum)(?: (?:voor|van) .{2,30}?)? {be} (?:op )?{v}',
    },
    { attribute: 'price', free: '(?:{my}|de |het )?{thing} (?:kost|kosten|{be}) (?:nu )?{money}' },
    {
      attribute: 'time',
      when: true,
      free: '(?:{my}|de |het )?(?<thing>vergadering|repetitie|training|wedstrijd|feest|feestje|etentje|concert|vlucht|les|examen|afspraak) (?:{be}|begint)(?: op| om)? {v}',
    },
  ],
}

export const POLISH_RULES: LanguageRules = {
  language: 'pl',
  openers:
    'ok|no|to|więc|a|i|ale|tak|nie|hej|cześć|ludzie|słuchajcie|przypominam|przypomnienie|info|uwaga|sorry|w ogóle|swoją drogą|btw|w sumie|dzień dobry|kochani',
  adverbs: 'już|teraz|też|także|jeszcze|zawsze|w końcu|obecnie|naprawdę|bardzo',
  i: 'ja',
  we: 'my',
  my: 'mój|moja|moje|mojej|mojego|nasz|nasza|nasze',
  kin: 'mama|tata|siostra|brat|syn|córka|żona|mąż|chłopak|dziewczyna|kuzyn|kuzynka|wujek|ciocia|babcia|dziadek|współlokator|współlokatorka|szef|szefowa|sąsiad|sąsiadka|pies|kot',
  says: '(?:mówi|powiedział|powiedziała|pisze)(?:,)?(?: że)?',
  heShe: 'on|ona',
  dropsPronouns: true,
  joins: 'i|oraz|ale',
  subordinates: 'bo|ponieważ|więc|kiedy|gdzie|jeśli|jak|gdy|żeby|który|która|dopóki',
  asks: 'kto|co|kiedy|gdzie|dlaczego|czemu|jak|ile|który|która|jaki|jaka|czy|masz|macie|możesz|możecie|jest|ktoś|o której',
  hypothetical:
    'jeśli|jeżeli|gdyby|gdybym|może|chyba|pewnie|myślę|sądzę|wyobraź|wyobraźcie|chciałbym|chciałabym|chcę|by|mam nadzieję|prawie|śniło|podobno|nie wiem|czy|albo|lub|ponoć|kiedyś|wydaje mi się|mógłbym|mogłabym|prawdopodobnie',
  negation: 'już nie|nie|nigdy nie|więcej',
  empty:
    'to|ten|ta|te|tam|tu|tutaj|on|ona|ono|oni|jego|jej|ich|mi|ci|kto|co|gdzie|kiedy|jak|nic|coś|wszystko|tak|nie|jeszcze|już|też|bardzo|gotowe|mnie|ciebie|was|nas',
  tails:
    'teraz|już|też|haha+|xd|lol|dzięki|od \\p{L}+(?: \\d{4})?|od \\d{4}(?: roku)?|w zeszłym tygodniu|w zeszłym miesiącu|w zeszłym roku|wczoraj|dziś|dzisiaj|w \\d{4}(?: roku)?|na razie|w końcu|swoją drogą|bardzo|obecnie',
  articles: 'nasz|nasza|nowy|nowa|ten|ta',
  macros: {
    be: '(?:jest|są|będzie|to|przesunięty na|przeniesiony na|przesunięta na|przeniesiona na)',
    tongue:
      'polsku|angielsku|niemiecku|francusku|hiszpańsku|włosku|rosyjsku|ukraińsku|turecku|japońsku|chińsku',
  },
  rules: [
    { attribute: 'name', free: '(?:ja )?nazywam się {v}|mam na imię {v}', reject: /\d/u },
    {
      attribute: 'home',
      i: 'mieszkam {skip}(?:w|we|na|pod) {v}|(?:przeprowadziłem|przeprowadziłam) się (?:do|na) {v}',
      we: 'mieszkamy {skip}(?:w|we|na|pod) {v}|przeprowadziliśmy się (?:do|na) {v}',
      other: 'mieszka {skip}(?:w|we|na) {v}|(?:przeprowadził|przeprowadziła) się (?:do|na) {v}',
      reject: /^(?:domu|tym|tej|dwa|\d)/u,
    },
    {
      attribute: 'allergy',
      i: '(?:mam|jestem) (?:alergię|uczulenie|uczulony|uczulona) na {v}',
      other: '(?:ma|jest) (?:alergię|uczulenie|uczulony|uczulona) na {v}',
      reject: /^(?:poniedziałk|pracę|ludzi|głupot)/u,
    },
    {
      attribute: 'diet',
      names: 'known',
      i: 'jestem (?<value>wegetarian(?:inem|ką)|wegan(?:inem|ką)|wege)',
      other: 'jest (?<value>wegetarian(?:inem|ką)|wegan(?:inem|ką)|wege)',
    },
    {
      attribute: 'diet',
      i: 'nie (?:jem|piję) (?<value>mięsa|glutenu|nabiału|cukru|alkoholu|ryb|jajek|laktozy|kawy|wieprzowiny)',
      other: 'nie (?:je|pije) (?<value>mięsa|glutenu|nabiału|cukru|alkoholu|ryb|jajek|kawy)',
    },
    {
      attribute: 'employer',
      i: 'pracuję {skip}(?:w|we|dla) {v}',
      other: 'pracuje {skip}(?:w|we|dla) {v}',
      reject: /^(?:domu|weekend\p{L}*|soboty|niedzielę|sobotę|poniedzia\p{L}+|piątek|nocy|tym|\d)/u,
    },
    { attribute: 'job', i: 'pracuję {skip}jako {v}', other: 'pracuje {skip}jako {v}' },
    {
      attribute: 'birthday',
      when: true,
      free: 'moje urodziny są {v}|mam urodziny {v}|urodziłem się {v}|urodziłam się {v}',
    },
    {
      attribute: 'pet',
      i: 'mam (?<value>(?:\\p{L}+ )?(?:psa|kota|koty|psy|królika|chomika|papugę))',
      we: 'mamy (?<value>(?:\\p{L}+ )?(?:psa|kota|koty|psy|królika))',
    },
    {
      attribute: 'language',
      i: 'mówię (?:\\p{L}+ )?po (?<value>{tongue})',
      other: 'mówi po (?<value>{tongue})',
    },
    {
      attribute: 'relation',
      free: '{my}(?<rel>siostra|brat|syn|córka|żona|mąż|chłopak|dziewczyna|pies|kot) (?:nazywa się|ma na imię) {v}',
    },
    {
      attribute: 'decision',
      ofGroup: true,
      we: '(?:zdecydowaliśmy|ustaliliśmy|postanowiliśmy|wybraliśmy|umówiliśmy się)(?:,)?(?: że| na| się na)? ?{v}',
      reject: /^(?:nic|jeszcze|to)$/u,
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?<thing>termin|deadline|termin oddania|termin zapisów)(?: (?:na|dla) .{2,30}?)?(?: jest| mija| to| przesunięty na)? (?:do )?{v}',
    },
    {
      attribute: 'price',
      free: '(?:{my})?{thing} (?:kosztuje|kosztują|wynosi|wychodzi) (?:teraz )?{money}',
    },
    {
      attribute: 'time',
      when: true,
      free: '(?:{my})?(?<thing>spotkanie|próba|trening|mecz|impreza|kolacja|koncert|lot|lekcja|egzamin|zebranie|wizyta) (?:(?:jest|będzie|zaczyna się)(?: o| w| we)? ?|(?:o|w|we) ){v}',
    },
  ],
}

export const TURKISH_RULES: LanguageRules = {
  language: 'tr',
  openers:
    'tamam|evet|hayır|bu arada|arkadaşlar|herkese|selam|merhaba|hatırlatma|ya|ama|ve|yani|şey|güncelleme|duyuru',
  adverbs: 'artık|şimdi|hâlâ|hala|da|de',
  i: 'ben',
  we: 'biz',
  my: 'benim|bizim',
  kin: 'annem|babam|kardeşim|ablam|abim|oğlum|kızım|eşim|karım|kocam|sevgilim|kuzenim|teyzem|halam|amcam|dayım|anneannem|babaannem|dedem|ev arkadaşım|patronum|köpeğim|kedim',
  says: '(?:diyor ki|dedi ki)',
  heShe: 'o',
  dropsPronouns: true,
  joins: 've|ama',
  subordinates: 'çünkü|ki|eğer|diye|o yüzden',
  asks: 'kim|ne|nerede|nereye|neden|niye|nasıl|kaç|hangi|var mı',
  hypothetical:
    'eğer|belki|keşke|galiba|sanırım|herhalde|muhtemelen|mi|mı|mu|mü|acaba|olsa|olsaydı|umarım|bilmiyorum|neredeyse|sanki|misin|mısın|rüyamda',
  negation: '(?!)',
  empty: 'bu|şu|o|ben|sen|biz|siz|onlar|ne|kim|nerede|hiç|her şey|burada|orada',
  tails: 'artık|şimdi|bu arada|arkadaşlar|haha+|teşekkürler',
  articles: 'bir|yeni|bizim',
  macros: {
    tongue:
      'türkçe|ingilizce|almanca|fransızca|ispanyolca|italyanca|rusça|ukraynaca|japonca|çince|arapça|kürtçe',
  },
  rules: [
    { attribute: 'name', free: '(?:benim )?adım (?<value>\\p{L}{2,20})' },
    {
      attribute: 'home',
      free: "(?:ben )?(?:artık |şimdi )?(?<value>\\p{L}{2,20})'?(?:da|de|ta|te) (?:yaşıyorum|oturuyorum)|(?:ben )?(?:geçen hafta |geçen ay )?(?<value>\\p{L}{2,20})'?(?:ya|ye|a|e) taşındım",
      reject: /^(?:bur|or|şur|ev|nere|bura|ora)$/u,
    },
    {
      attribute: 'allergy',
      free: '(?:benim )?(?<value>\\p{L}{2,20}(?: \\p{L}{2,15})?) alerjim var',
    },
    { attribute: 'diet', i: '(?<value>vejetaryen|vegan)(?:ım|im)' },
    { attribute: 'job', i: '(?<value>\\p{L}{3,20}) olarak çalışıyorum' },
    { attribute: 'language', i: '(?<value>{tongue}) (?:konuşuyorum|biliyorum|öğreniyorum)' },
    { attribute: 'decision', ofGroup: true, we: '(?<value>.{3,60})(?:ye|ya|e|a) karar verdik' },
  ],
}
