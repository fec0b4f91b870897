import type { LanguageRules } from '../rule.ts'
import { GERMAN_PEOPLE } from './german-people.ts'

/** Statements in German. */
export const GERMAN_RULES: LanguageRules = {
  language: 'de',
  expand: [
    [/(?<!\p{L})hab(?!\p{L})/giu, 'habe'],
    [/(?<!\p{L})wohn(?!\p{L})/giu, 'wohne'],
    [/(?<!\p{L})(?:'n|nen)(?!\p{L})/giu, 'einen'],
    [/(?<!\p{L})ne (?=\p{L})/giu, 'eine '],
    [/(?<!\p{L})nich(?!\p{L})/giu, 'nicht'],
    [/(?<!\p{L})arbeit (?=bei|als|jetzt|seit)/giu, 'arbeite '],
  ],
  openers:
    'ok|okay|also|so|übrigens|ja|nein|ne|nee|hey|hi|hallo|moin|leute|alle|update|info|zur info|erinnerung|nochmal|und|aber|achtung|sorry|ach|ah|oh|ups|wichtig|kurze info|denkt dran|nicht vergessen|fürs protokoll|stimmt|genau|weil|denn|außerdem|btw|fyi|neuigkeiten|gute nachricht|achso|ach so|hallo zusammen|guten morgen|guten abend|servus|na ja|naja|doch|ps|merkt euch|bitte merken|nur damit ihr es wisst|damit ihr es wisst|tja|puh|nun|für alle|ihr lieben|liebe alle|hört mal|kleines update',
  adverbs:
    'jetzt|nun|ja|auch|gerade|übrigens|seit|aktuell|mittlerweile|inzwischen|schon|immer|halt|eigentlich|leider|endlich|echt|total|sehr|beide|alle|ab sofort|weiterhin|noch|wirklich|generell|voll|einfach|mega',
  i: 'ich',
  we: 'wir',
  my: 'mein|meine|meiner|meinem|unser|unsere|unserer',
  kin: 'mutter|mama|vater|papa|schwester|bruder|sohn|tochter|frau|mann|partner|partnerin|freund|freundin|cousin|cousine|onkel|tante|oma|opa|kind|kinder|mitbewohner|mitbewohnerin|chef|chefin|vermieter|vermieterin|nachbar|nachbarin|nichte|neffe|eltern|hund|katze|schwiegermutter|schwiegervater|schwager|schwägerin|kollege|kollegin|kleine|große|kleiner|großer',
  says: '(?:sagt|sagte|meint|meinte|hat gesagt|schreibt|hat geschrieben|erzählt|erzählte|hat erzählt)(?:,)?(?: dass)?',
  heShe: 'er|sie',
  joins: 'und|sowie|aber',
  subordinates:
    'weil|da ich|deshalb|daher|sodass|damit|obwohl|während|wo|die ich|der ich|falls|wenn|als ich|bevor|nachdem|bis wir|denn|also',
  asks: 'wer|was|wann|wo|wohin|woher|warum|wieso|wie|welche|welcher|welches|ist|sind|hat|hast|habt|haben|kann|kannst|könnt|können|soll|sollen|wollt|willst|gibt|geht|weiß|braucht|bin|muss|müssen|darf|kommt|jemand|passt|ok|ob|mag|seid|bist',
  hypothetical:
    'wenn|falls|vielleicht|evtl|eventuell|würde|würden|würd|wäre|wären|wär|hätte|hätten|hätt|könnte|könnten|könnt ich|sollte|sollten|wünschte|angenommen|stell dir vor|stellt euch vor|wahrscheinlich|vermutlich|womöglich|überlege|überlegen|glaub|glaube|denke|schätze|hoffentlich|hoffe|fast|beinahe|träume|träumte|geträumt|ob|oder so|mal sehen|mal schauen|vorläufig|früher mal|entweder|keine ahnung|weiß nicht|unsicher|müsste|dürfte|theoretisch|möchte|gefühlt|ich dachte|dachte|tun wir so|als ob',
  negation: 'nicht mehr|nicht|keine|keinen|kein|keine mehr|nie|niemals|mehr|längst nicht mehr',
  empty:
    'es|das|dies|da|dort|hier|ihn|sie|ihr|dich|dir|mich|mir|uns|euch|wer|was|wo|wann|wie|warum|welche|nichts|etwas|alles|jemand|niemand|so|nicht|auch|noch|schon|nur|zu|sehr|fertig|weg|egal|ok|gut|wieder|immer|gar|dafür|dagegen|dass|ob|wir|ich|du|er',
  tails:
    'jetzt|nun|übrigens|btw|auch|wieder|schon|haha+|lol|leute|danke|bitte|halt|eben|ja|tatsächlich|endlich|sorry|gerade|grad|aktuell|momentan|im moment|zurzeit|derzeit|noch|mittlerweile|inzwischen|gestern|heute|letzte woche|letzten monat|letztes jahr|nächste woche|diese woche|seit \\p{L}+(?: \\d{4})?|seit \\d{4}|seit (?:\\d{1,2}|einem|einer|zwei|drei|vier|fünf|kurzem|langem|ein paar) ?(?:jahr(?:en)?|monat(?:en)?|wochen?|tagen?)?|vor (?:\\d{1,2}|einem|einer|zwei|drei|ein paar) (?:jahr(?:en)?|monat(?:en)?|wochen?|tagen?)|ab (?:sofort|heute|morgen|montag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|\\d{4}|mehr|gezogen|umgezogen|gewohnt|am liebsten|sehr|gerne|gern|total|überhaupt|leider|zusammen|geworden|dabei|angefangen',
  articles:
    'der|die|das|den|dem|ein|eine|einen|unser|unsere|neue[rs]?|die neue|der neue|das neue|dieses|diese',
  macros: {
    be: '(?:ist|sind|ist jetzt|ist nun|wird|wurde auf|wurde verschoben auf|ist verschoben auf|verschiebt sich auf|findet|wäre)',
    family:
      'mutter|mama|vater|papa|schwester|bruder|sohn|tochter|frau|mann|partner|partnerin|freundin|freund|cousine|cousin|onkel|tante|oma|opa|mitbewohner(?:in)?|chef(?:in)?|vermieter(?:in)?|nichte|neffe|hausarzt|hausärztin|zahnarzt|zahnärztin|tierarzt|tierärztin|lehrer(?:in)?|trainer(?:in)?|hund|katze|kater',
    animal:
      'hund|hündin|katzen?|kater|welpen?|kaninchen|hamster|papagei|pferd|schildkröte|meerschweinchen|hühner|hunde',
    gear: 'auto|wagen|transporter|fahrrad|rad|e-?bike|motorrad|roller|bohrmaschine|beamer|drucker|leiter|zelt|anhänger|boot|wohnwagen|camper|wohnmobil|nähmaschine|gitarre|klavier|gästezimmer|garage|schrebergarten|garten|lastenrad|dachbox|hochdruckreiniger|rasenmäher|ersatzschlüssel|laptop|bulli',
    profession:
      '\\p{L}*(?:lehrer|ärztin|arzt|pfleger|krankenschwester|ingenieur|entwickler|informatiker|anwalt|anwältin|anwalt|koch|köchin|bäcker|kellner|elektriker|tischler|schreiner|klempner|architekt|journalist|übersetzer|fotograf|musiker|apotheker|hebamme|sanitäter|polizist|pilot|fahrer|mechaniker|mechatroniker|gärtner|bibliothekar|erzieher|therapeut|psycholog|forscher|student|professor|friseur|berater|hausmeister|buchhalter|designer|trainer|azubi|schüler|landwirt|verkäufer|rentner|beamter|beamtin|psychologe|vorsitzender|kassenwart|kassierer)(?:in)?',
    tongue:
      'deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|russisch|ukrainisch|polnisch|niederländisch|türkisch|japanisch|chinesisch|koreanisch|arabisch|griechisch|schwedisch|norwegisch|dänisch|tschechisch|ungarisch|rumänisch|persisch|farsi|kurdisch|vietnamesisch|kroatisch|serbisch|latein|gebärdensprache',
    dietword:
      '(?:vegan|vegetarisch|vegetarier(?:in)?|veganer(?:in)?|pescetarier(?:in)?|glutenfrei|laktoseintolerant|koscher|halal)',
    day: '(?:{time}|(?:nächste|diese|ab nächster|die ganze) woche|dieses wochenende|dieses we|(?:mo|di|mi|do|fr|sa|so)|den ganzen tag|im urlaub)(?![\\p{L}\\p{N}])',
  },
  rules: [
    ...GERMAN_PEOPLE,
    {
      attribute: 'decision',
      ofGroup: true,
      we: 'haben (?:\\p{L}+ )?(?:beschlossen|entschieden|vereinbart|abgemacht|ausgemacht|uns geeinigt|abgestimmt)(?: auf| für)? ?{v}|haben uns (?:\\p{L}+ )?(?:für|auf|gegen) (?<value>.{2,60}) (?:entschieden|geeinigt)|nehmen (?:jetzt |dann |also |doch )(?<value>.{2,50})|haben (?<value>.{2,60}) (?:beschlossen|vereinbart|ausgemacht|abgemacht|entschieden)',
      reject: /^(?:schon|noch|nichts|das|was|es|mal|noch nichts)$/u,
    },
    {
      attribute: 'decision',
      ofGroup: true,
      free: '(?:beschlossen|entschieden|beschluss|entscheidung|abgemacht|es bleibt dabei|es ist entschieden)(?: ist)?: ?{v}',
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:{my}|der |die |das )?(?<thing>(?:[\\p{L}-]+ ){0,2}[\\p{L}-]*(?:deadline|abgabe|abgabefrist|frist|anmeldeschluss|abgabetermin|einsendeschluss|bewerbungsschluss)(?: für [\\p{L} -]{2,30}?)?) (?:ist|läuft|endet|geht|wurde|bleibt|wird)(?: jetzt| schon| nun| verschoben| verlängert)? ?(?:am |bis |auf |erst |zum |am |bis zum )?{v}',
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:{my}|der |die |das )?(?<thing>[\\p{L}-]{3,25}(?: [\\p{L}-]{3,25})?) (?:muss|müssen) (?:bis|spätestens) (?:zum |am |spätestens )?(?<value>.{2,25}) (?:abgegeben|fertig|bezahlt|eingereicht|da|überwiesen|zurück|weg|raus|gemeldet)(?: sein| werden)?',
    },
    {
      attribute: 'price',
      free: '(?:{my}|der |die |das )?{thing} (?:kostet|kosten|beträgt|liegt bei|sind jetzt|ist jetzt|ist auf|steigt auf|sinkt auf|ist|sind|macht) (?:jetzt |nur |nur noch |zusammen |insgesamt |auf )?{money}(?: gestiegen| gesunken| erhöht)?',
    },
    {
      attribute: 'time',
      free: '(?:{my}|der |die |das )?{thing} (?:{be}|beginnt|fängt|startet|geht|fährt|öffnet|schließt|landet|kommt)(?: jetzt| erst| immer| am \\p{L}+| los| schon)* (?:um |ab |gegen )(?<value>\\d{1,2}(?:[:.]\\d{2})?(?: uhr)?(?: \\p{L}+)?)(?: an| los| ab| statt)?',
    },
    {
      attribute: 'time',
      when: true,
      free: '(?:{my}|der |die |das )?{thing} (?:{be}|beginnt|startet|kommt|findet)(?: jetzt| erst| immer| doch| nun)* (?:am |auf |ab |auf den )?(?<value>.{2,40}?)(?: statt| verschoben| verlegt)?',
    },
    {
      attribute: 'place',
      free: '(?:{my}|der |die |das )?{thing} (?:ist|sind|liegt|liegen|hängt|steht|stehen|findet)(?: jetzt| immer| noch| wieder)* (?<value>(?:im|in der|beim|bei|unter|hinter|neben|auf dem|auf der|unterm|am|über) .{2,40}?)(?: statt)?',
      reject:
        /^(?:im (?:moment|urlaub|weg|kommen|stress|anmarsch|griff|eimer|arsch|rennen|bett|gange|prinzip|preis)|in der (?:regel|mache|nähe|zeit)|auf de[rm] (?:weg|suche|kippe|liste|plan)|am (?:\p{L}+en|ende|start|telefon|arsch|besten|see)(?: |$)|bei (?:mir nicht|uns auch)|unter (?:strom|wasser|der woche)|über|in der pause)|\d/u,
    },
    {
      attribute: 'other',
      free: '(?:{my}|das |der |die )?(?<thing>[\\p{L}-]*(?:passwort|pin|türcode|code|iban|kontonummer|buchungsnummer)) (?:ist|lautet)(?: jetzt)? (?<value>\\S*\\d\\S*.{0,25}|\\S{5,30})',
      reject: /^(?:falsch|nicht|noch|auch|abgelaufen|leider|immer|weg|wieder|doch)/u,
    },
    {
      attribute: 'other',
      free: 'meine? (?<rel>schuhgröße|größe|kleidergröße|konfektionsgröße|blutgruppe|trikotnummer|ringgröße|kennzeichen|sitzplatz|postleitzahl|spitzname) ist (?:die |der |das )?{v}',
    },
  ],
}
