import type { FactRule } from '../rule.ts'

const LIKE_NOT =
  /^(?:es|das|dich|dir|euch|ihn|sie|die idee|den|die|der|dein|eure|was|wie|wenn|nicht|auch|dass|diese|so|mal|nur|lieber|noch|ihr|uns|mir|mich)(?: |$)/u
const PLACE_NOT =
  /^(?:dem|den|der|das|einer? (?:anderen)|angst|ruhe|frieden|hier|dort|da|bett|einem|gefahr|meinem?r?|unserem?r?|deinem?r?|letzter|sorge|die (?!nähe|schweiz|türkei|usa|niederlande)|\d)(?: |$)/u

/** What people say of themselves and others in German. */
export const GERMAN_PEOPLE: readonly FactRule[] = [
  {
    attribute: 'name',
    free: 'ich heiße {v}|mein name ist {v}|nennt mich (?:einfach )?{v}',
    reject: /\d|^(?:nicht|dich|euch)/u,
  },
  {
    attribute: 'relation',
    free: '{my}(?<rel>(?:{family})) heißt {v}',
    reject: /^(?:nicht|das|es)/u,
  },
  {
    attribute: 'relation',
    proper: true,
    free: '{my}(?<rel>(?:{family})) ist (?:die |der )?(?<value>\\p{L}{2,20})|(?<value>\\p{L}{2,20}) ist {my}(?<rel>(?:\\p{L}+ )?(?:{family}))',
    reject: /^(?:das|es|dies|er|sie|wer|hier|da|nicht)$/u,
  },
  {
    attribute: 'relation',
    key: 'status',
    names: 'known',
    i: '(?:bin|habe) (?:jetzt |frisch )?(?<value>verheiratet|verlobt|geschieden|single|geheiratet)',
    we: '(?:sind|haben) (?<value>verheiratet|verlobt|geheiratet)',
    other:
      '(?:ist|hat) (?:jetzt |frisch )?(?<value>verheiratet|verlobt|geschieden|single|geheiratet)',
  },
  {
    attribute: 'birthday',
    when: true,
    free: 'mein geburtstag ist (?:am |der )?{v}|ich habe am {v} geburtstag|ich wurde am {v} geboren|ich bin am {v} geboren|(?:am )?{v} habe ich geburtstag|ich werde am {v} \\d{1,2}',
  },
  {
    attribute: 'birthday',
    when: true,
    free: '{who} hat am {v} geburtstag|{who}s geburtstag ist (?:am )?{v}',
  },
  { attribute: 'birthday', when: true, free: '{my}(?<thing>(?:{family})) hat am {v} geburtstag' },
  {
    attribute: 'age',
    names: 'known',
    i: 'bin (?<value>\\d{1,2})(?: jahre alt)?|bin (?<value>\\d{1,2}) geworden',
    other: '(?:ist|wird) (?<value>\\d{1,2})(?: jahre alt)?|ist (?<value>\\d{1,2}) geworden',
  },
  {
    attribute: 'contact',
    key: 'number',
    free: 'meine (?:neue )?(?:handy|telefon|mobil)?-?nummer (?:ist|lautet) (?:jetzt )?(?<value>\\+?\\d[\\d ()/-]{5,18}\\d)',
  },
  {
    attribute: 'contact',
    key: 'email',
    free: 'meine (?:neue )?(?:e-?mail|mail)(?:-?adresse)? (?:ist|lautet) (?:jetzt )?(?<value>\\S{1,40}@\\S{3,40})',
  },
  {
    attribute: 'home',
    free: '{my}(?:neue )?adresse (?:ist|lautet) (?:jetzt )?(?<value>.{3,60}\\d.{0,20})',
  },
  {
    attribute: 'plan',
    i: 'ziehe (?<value>.{2,50}?(?:nach|in|zu|zurück|um|aus) ?.{0,40})|werde (?<value>.{2,50} (?:ziehen|umziehen|heiraten|anfangen))',
    we: 'ziehen (?<value>.{2,50}?(?:nach|um|aus|zurück) ?.{0,40})',
    other: 'zieht (?<value>.{0,40}(?:nach|zurück|um|aus) ?.{0,40})',
    reject: /^(?:mich|das|es|die|den|mir|um die häuser)/u,
  },
  {
    attribute: 'home',
    i: '(?:wohne|lebe) {skip}(?:in|im|bei|auf|am|an der) {v}|bin (?:.{2,30} )?(?:nach|in) (?<value>.{2,40}?) (?:gezogen|umgezogen)|bin (?:.{2,20} )?nach (?<value>.{2,40}?) umgezogen',
    we: '(?:wohnen|leben) {skip}(?:in|im|bei|auf) {v}|sind (?:.{2,30} )?(?:nach|in) (?<value>.{2,40}?) (?:gezogen|umgezogen)',
    other:
      '(?:wohnt|lebt|wohnen|leben) {skip}(?:in|im|bei|auf) {v}|(?:ist|sind) (?:.{2,30} )?(?:nach|in) (?<value>.{2,40}?) (?:gezogen|umgezogen)',
    reject: PLACE_NOT,
  },
  {
    attribute: 'home',
    ends: true,
    i: 'bin (?:.{2,20} )?aus (?<value>.{2,40}?) (?:weggezogen|ausgezogen)',
    we: 'sind (?:.{2,20} )?aus (?<value>.{2,40}?) (?:weggezogen|ausgezogen)',
    other: 'ist (?:.{2,20} )?aus (?<value>.{2,40}?) (?:weggezogen|ausgezogen)',
  },
  {
    attribute: 'origin',
    names: 'known',
    i: 'komme (?:ursprünglich |eigentlich )?aus {v}|bin (?:in )(?<value>.{2,30}) (?:geboren|aufgewachsen)',
    other: 'kommt (?:ursprünglich |eigentlich )?aus {v}',
    reject: /^(?:de[mnr]|einem|meinem|\d|unserem)/u,
  },
  {
    attribute: 'job',
    i: 'arbeite {skip}als {v}|bin (?:von beruf |jetzt |gelernter? |neue[r]? )?(?<value>(?:{profession})(?: .{2,30})?)|habe (?:.{2,20} )?als (?<value>.{2,30}) angefangen',
    other:
      'arbeitet {skip}als {v}|ist (?:von beruf |jetzt |gelernter? )?(?<value>(?:{profession})(?: .{2,30})?)',
    reject: /^(?:ob|nächstes|erste[rs]?|letzte[rs]?|einzige[rs]?)/u,
  },
  {
    attribute: 'employer',
    i: 'arbeite {skip}(?:bei|für) {v}|habe (?:.{2,25} )?bei (?<value>.{2,40}?) (?:angefangen|unterschrieben|einen job.*)|bin (?:jetzt )?bei (?<value>.{2,30}) angestellt',
    other: 'arbeitet {skip}(?:bei|für) {v}|hat (?:.{2,25} )?bei (?<value>.{2,40}?) angefangen',
    reject: /^(?:de[mnr]|mir|euch|uns|dir|\d|zwei|drei|heute|morgen|nichts|ihm|ihr|geld)/u,
  },
  {
    attribute: 'employer',
    ends: true,
    i: 'habe bei (?<value>.{2,40}) (?:gekündigt|aufgehört)',
    other: 'hat bei (?<value>.{2,40}) (?:gekündigt|aufgehört)',
  },
  {
    attribute: 'study',
    i: 'studiere {skip}{v}',
    other: 'studiert {v}',
    reject: /^(?:noch|nicht|gerade|das|es|die)$/u,
  },
  {
    attribute: 'allergy',
    i: 'bin {skip}allergisch (?:gegen|auf) {v}|bin gegen (?<value>.{2,40}) allergisch|habe (?:eine |ne )?(?<value>\\p{L}{3,20})allergie|vertrage (?:kein|keine|keinen) {v}|bin (?<value>laktose|gluten)intolerant',
    we: 'sind {skip}allergisch (?:gegen|auf) {v}',
    other:
      '(?:ist|sind) {skip}allergisch (?:gegen|auf) {v}|ist gegen (?<value>.{2,40}) allergisch|hat (?:eine |ne )?(?<value>\\p{L}{3,20})allergie|verträgt (?:kein|keine|keinen) {v}',
    reject:
      /^(?:montage?|arbeit|menschen|leute|dummheit|sport|frühes|aufstehen|stress|sowas|das|alles|spaß|dich|bürokratie|kritik|widerspruch|spam)/u,
  },
  {
    attribute: 'diet',
    names: 'known',
    i: 'bin {skip}(?<value>{dietword})|(?:esse|lebe|ernähre mich) {skip}(?<value>{dietword})|bin (?<value>{dietword}) geworden',
    we: 'sind {skip}(?<value>{dietword})|(?:essen|leben) (?<value>{dietword})',
    other: '(?:ist|isst|lebt|sind) {skip}(?<value>{dietword})',
  },
  {
    attribute: 'diet',
    names: 'known',
    i: '(?:esse|trinke) {skip}(?:kein|keine|keinen) {v}',
    other: '(?:isst|trinkt) {skip}(?:kein|keine|keinen) {v}',
    reject: /^(?:mehr$|abend|mittag|frühstück|bissen)/u,
  },
  {
    attribute: 'pet',
    i: 'habe {skip}(?:einen?|zwei|drei|\\d) (?<value>(?:\\p{L}+ )?(?:{animal})(?: namens \\p{L}+)?)|habe mir einen?e? (?<value>(?:\\p{L}+ )?(?:{animal})) (?:geholt|gekauft)',
    we: 'haben {skip}(?:einen?|zwei|drei|\\d) (?<value>(?:\\p{L}+ )?(?:{animal})(?: namens \\p{L}+)?)(?: adoptiert| bekommen| geholt)?',
    other: 'hat (?:einen?|zwei|drei|\\d) (?<value>(?:\\p{L}+ )?(?:{animal})(?: namens \\p{L}+)?)',
  },
  {
    attribute: 'possession',
    names: 'known',
    i: 'habe {skip}(?:einen?|ein|zwei|\\d|das|den|die) (?<value>(?:\\p{L}+ )?(?:{gear}))(?: gekauft| zuhause| zu hause| im keller| da)?|habe mir einen? (?<value>(?:\\p{L}+ )?(?:{gear})) gekauft',
    we: 'haben {skip}(?:einen?|ein|zwei) (?<value>(?:\\p{L}+ )?(?:{gear}))(?: gekauft)?',
    other: 'hat (?:einen?|ein|zwei) (?<value>(?:\\p{L}+ )?(?:{gear}))(?: gekauft)?',
  },
  {
    attribute: 'possession',
    ends: true,
    i: 'habe (?:mein|meinen|meine|das|den|die) (?<value>(?:{gear})) verkauft',
    we: 'haben (?:unser|unseren|unsere|das|den|die) (?<value>(?:{gear})) verkauft',
  },
  {
    attribute: 'language',
    i: '(?:spreche|lerne) {skip}(?<value>(?:{tongue})(?:(?:,| und) (?:{tongue})){0,4})|kann {skip}(?<value>{tongue})',
    other: '(?:spricht|lernt) {skip}(?<value>(?:{tongue})(?: und (?:{tongue})){0,3})',
  },
  {
    attribute: 'skill',
    i: 'spiele {skip}(?<value>gitarre|klavier|geige|schlagzeug|bass|cello|flöte|trompete|saxophon|schach|tennis|fußball|handball|volleyball|badminton|tischtennis)(?: .{2,30})?|kann (?:gut )?(?<value>nähen|stricken|schweißen|programmieren|schwimmen|ski fahren|backen)|habe (?:einen |den |meinen )?(?<value>führerschein|lkw-führerschein|bootsführerschein)(?: bestanden| gemacht)?',
    other:
      'spielt {skip}(?<value>gitarre|klavier|geige|schlagzeug|bass|cello|flöte|trompete|saxophon|schach|tennis|fußball|handball|volleyball)',
  },
  {
    attribute: 'health',
    i: 'bin {skip}(?<value>schwanger|diabetiker(?:in)?|krankgeschrieben|farbenblind)(?: .{2,30})?|habe {skip}(?<value>diabetes|asthma|migräne|corona|grippe|heuschnupfen|bluthochdruck|epilepsie|adhs|rheuma|bandscheibenvorfall)|habe mir (?<value>(?:den|das|die) \\p{L}+) gebrochen',
    we: '(?:sind|erwarten|bekommen) (?<value>schwanger|ein baby|nachwuchs)',
    other:
      'ist {skip}(?<value>schwanger|diabetiker(?:in)?|farbenblind|krankgeschrieben)|hat {skip}(?<value>diabetes|asthma|migräne|corona|grippe|heuschnupfen|bluthochdruck|adhs)|hat sich (?<value>(?:den|das|die) \\p{L}+) gebrochen',
  },
  {
    attribute: 'preference',
    free: 'meine? lieblings(?<rel>\\p{L}+) (?:ist|sind) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'dislike',
    names: 'known',
    i: '(?:hasse|mag (?:überhaupt |gar )?(?:kein|keine|keinen)|kann (?=.{2,40} nicht (?:leiden|ausstehen|ab)$)) ?{v}',
    other: '(?:hasst|mag (?:überhaupt |gar )?(?:kein|keine|keinen)) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'preference',
    names: 'known',
    i: '(?:liebe|mag|bevorzuge) (?!.* nicht(?: |$)){v}|(?:esse|trinke|lese|höre) (?:sehr |am )?(?:gern|gerne|liebsten) {v}|stehe (?:\\p{L}+ )?auf {v}',
    other:
      '(?:liebt|mag|bevorzugt) (?!.* nicht(?: |$)){v}|(?:isst|trinkt) (?:sehr |am )?(?:gern|gerne|liebsten) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'availability',
    names: 'known',
    i: '(?<value>kann (?:am |erst |ab |nur |leider )*{day}.{0,20}(?:nicht|erst|nur|kommen)?.{0,20})|bin (?<value>(?:am |ab |bis |vom |von |erst |noch |leider |den ganzen )*{day}.{0,40}(?:weg|nicht da|unterwegs|im urlaub|frei|verreist|krank|in \\p{L}+|da|zuhause|raus).{0,20})|bin (?<value>(?:weg|nicht da|im urlaub|verreist|unterwegs|krankgeschrieben|raus) (?:am|ab|bis|vom|von|nächste|diese) .{2,40})|habe (?<value>(?:am |ab |nächste )*{day}.{0,15} (?:frei|urlaub|keine zeit|zeit|spätschicht|frühschicht|nachtdienst|dienst))|arbeite (?<value>(?:{day}s?|freitags|montags) nicht)',
    we: 'sind (?<value>(?:am |ab |bis |vom |von )*{day}.{0,30}(?:weg|nicht da|unterwegs|im urlaub|verreist|da).{0,20})|sind (?<value>(?:weg|nicht da|im urlaub|verreist) (?:am|ab|bis|vom|von|nächste) .{2,40})',
    other:
      '(?<value>kann (?:am |erst |ab |nur |leider )*{day}.{0,20}nicht.{0,20})|ist (?<value>(?:am |ab |bis |vom |von )*{day}.{0,30}(?:weg|nicht da|unterwegs|im urlaub|frei|verreist).{0,20})|ist (?<value>(?:weg|nicht da|im urlaub|verreist) (?:am|ab|bis|vom|nächste) .{2,40})',
  },
  {
    attribute: 'plan',
    names: 'known',
    ofGroup: true,
    i: '(?<value>(?:fliege|fahre|reise) (?:am |im |nächste |ab |morgen )?.{2,60})|habe (?<value>.{3,50}) gebucht|(?<value>heirate .{2,40})|fange (?<value>.{2,40} an)',
    we: '(?<value>(?:fliegen|fahren|reisen) (?:am |im |nächste |ab |morgen ).{2,60})|haben (?<value>.{3,50}) (?:gebucht|reserviert)|(?<value>heiraten (?:am|im|nächsten) .{2,40})|(?<value>treffen uns .{2,50})',
    other:
      '(?<value>(?:fliegt|reist) (?:am |im |nächste |ab ).{2,60})|(?<value>heiratet (?:am|im|nächsten) .{2,40})',
    reject:
      /(?:^fahre (?:jetzt|gleich|los|mit|ich|dann|kurz|schnell|hin|rüber|grad|vor|eh|auch|doch)|^habe? schon|heim$|gerne?$| mit$| nicht|^schon |^das |^es |^ihn |^alles )/u,
  },
]
