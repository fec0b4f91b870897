import type { DecisionWords } from './decision-words.ts'

const ENGLISH_TASKS = [
  'take|bring|do the|make the|make a|buy|book|pick|fetch|collect|drive|host|cook|bake|let|handle|organi[sz]e|order',
  'pay|cover|print|tell|sort|grab|be there|look after|deal with|arrange|invite|lend|drop|water|feed',
].join('|')

const EN: DecisionWords = {
  decided: [
    `decided|settled|agreed|booked|reserved|confirmed|ordered|sorted|cancell?ed|postponed|rescheduled|called off`,
    `(?:is|are|it's|got|been) (?:off|approved|scheduled|fixed)(?! to| by| of)|is on (?:again|for)`,
    `(?:we|i)(?:'ll| will| shall|'re going to| are going to) (?:go with|take|meet|use|have it|leave|start|keep|stick|skip)`,
    `let'?s (?:go with|go for|do|take|meet|say|make it|book|use|keep|stick|start|leave|move|skip)`,
    `(?:going|went|we go|we're going|going ahead) with|we (?:keep|skip|picked|chose|voted|take) (?:it|the|that|this|for)`,
    `(?:it is|it's|that's|thats) (?:a (?:deal|plan|date)|final|official)`,
    `(?:been |was |is |got )?(?:moved|changed|pushed|shifted|brought forward|put back|put off|delayed) (?:to|until|till|by)`,
    `new (?:date|time|place) is|final (?:decision|answer|date|version)|the (?:plan|decision) is`,
    `took it|signed (?:us|me|you|him|her|them|up)|deposit paid|paid (?:for it|the deposit)|invites? (?:is |are )?sent`,
    `(?:bought|got) (?:the|us|our|you) (?:\\p{L}+ )?(?:tickets?|seats?|tables?)|\\d+ ?[€£$]? ?(?:quid|pounds?|euros?|bucks)? each(?=$|[,.!])`,
  ].join('|'),
  commits: [
    `i(?:'ll|ll| will) (?:${ENGLISH_TASKS})`,
    `(?:so|then|ok|great|fine|perfect|cool),? (?:i|we|you) (?:do|take|bring|buy|cook|drive|pay)`,
  ].join('|'),
  arranged: [
    `(?:is |are |'s |we're |i'm )?(?:coming|arriving|leaving|meeting|starting|departing)`,
    `comes?|arrives?|leaves?|starts?|begins?|meet|kick ?-?off|kicks off|goes out|takes place|pick-?up|be there`,
    `doors? (?:open|at)|opens|closes|closed|due|deadline|returns?|we (?:go|play|run|fly|drive|eat)|shift`,
  ].join('|'),
  confirms: `then|done(?=$|[.!,])|it is|deal|^so(?! (?:much|far|i|not)\\b)|^(?:ok|okay|right|fine|great|alright|perfect|good|cool|yes)`,
  agrees: `agreed|deal|it'?s a deal|done deal|settled`,
  times: [
    `mon(?:day)?s?|tues?(?:day)?s?|wed(?:nesday)?s?|thu(?:rs?)?(?:day)?s?|fri(?:day)?s?|sat(?:urday)?s?|sun(?:day)?s?`,
    `today|tonight|tomorrow|tmrw|tmr|noon|midnight|weekend|next week|this (?:morning|afternoon|evening)`,
    `january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec`,
  ].join('|'),
  doubts: [
    `if|unless|maybe|perhaps|might|should (?:we|i)|could (?:we|i)|shall (?:we|i)|do we|are we|can we|would|wish`,
    `not (?:yet )?(?:decided|settled|booked|confirmed|sure|agreed)|nothing|undecided|have to decide|need to decide`,
    `haven'?t|hasn'?t|isn'?t|wasn'?t|didn'?t|aren'?t|who(?:'s| is| can| has| wants)|what time|when (?:is|are|do)|was (?:leaving|coming)|or(?! so| else)`,
  ].join('|'),
}

const GERMAN_TASKS = [
  'bring|nehm|hol|kauf|back|koch|fahr|buch|bestell|besorg|übernehm|kümmer|organisier|regel|bezahl|druck|reservier',
  'mach(?=e? (?:ich|das|die|den|mit))|lad',
].join('|')

const DE: DecisionWords = {
  decided: [
    `abgemacht|ausgemacht|beschlossen|entschieden|vereinbart|gebucht|reserviert|bestellt|festgelegt|abgesagt|verschoben|verlegt`,
    `vorverlegt|gestrichen|angemeldet|zugesagt|abgeblasen|steht fest|wird nichts|fällt (?:[\\p{L}\\p{N}.]+ ){0,3}(?:aus|flach)`,
    `(?:wir|dann|also) (?:nehmen|machen|treffen|gehen|fahren|bleiben|starten)(?: wir)?(?: uns)?`,
    `einigen wir uns auf|so machen wir(?:'?s| es| das)?|machen wir(?: es| das|'?s)? so|bleibt(?: es)? bei|(?:tickets|karten|plätze) gekauft`,
  ].join('|'),
  commits: [
    `ich (?:${GERMAN_TASKS})e?`,
    `(?:dann|also|ok|gut),? (?:bring|nehm|mach|hol|kauf|back|koch|fahr|buch|bestell|besorg|übernehm|zahl)e? ich`,
  ].join('|'),
  arranged: [
    `kommt|kommen|treff(?:en|punkt)?|abfahrt|abflug|beginn|beginnt|start(?:et|en)?|fahren|fährt|geht'?s|findet`,
    `abhol(?:en|ung)|liefert|geliefert|ankunft|schluss|frist|öffnet|schließt|spielen`,
  ].join('|'),
  confirms: `dann|einverstanden|^(?:ok|okay|gut|na gut|alles klar|passt|super|perfekt|also)`,
  agrees: `abgemacht|einverstanden|deal|gebongt|so machen wir(?:'?s| es| das)`,
  times: [
    `montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?`,
    `heute|morgen|übermorgen|abends?|mittags?|vormittags?|nachmittags?|wochenende|nächste woche`,
    `januar|februar|märz|april|juni|juli|august|september|oktober|november|dezember`,
  ].join('|'),
  doubts: [
    `wenn|falls|oder|vielleicht|noch nicht|nicht (?:entschieden|gebucht|sicher)|sollen wir|wollen wir|können wir|könnten wir|ob`,
    `soll ich|wer (?:ist|hat|kann|macht|bringt|will)|wann (?:ist|sind)|würde|wäre|nichts|ging(?:en)?`,
  ].join('|'),
}

const NL: DecisionWords = {
  decided: [
    `afgesproken|besloten|geboekt|gereserveerd|bevestigd|afgezegd|besteld|geregeld|gecanceld|uitgesteld|gaat niet door|gaat door`,
    `verplaatst naar|verzet naar|we (?:doen|nemen|gaan voor|spreken af|houden)|laten we|wordt het`,
  ].join('|'),
  commits: `ik (?:neem|breng|haal|koop|regel|boek|bestel|kook|bak|rij|betaal|zorg|print)`,
  arranged: `komt|komen|vertrek(?:t|ken)?|aankomst|begint|start|afspraak|verzamelen|we gaan|speelt|spelen|ophalen|geleverd`,
  confirms: `dus|^(?:oké|goed|prima|ok)`,
  agrees: `afgesproken|akkoord`,
  times: [
    `maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|vandaag|morgen|overmorgen|vanavond|weekend`,
    `januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december`,
  ].join('|'),
  doubts: `als (?:het|je|we|ik)|misschien|nog niet|zullen we|moeten we|kunnen we|wie (?:kan|heeft|is)|niet zeker|zou(?:den)?`,
}

/** English, German, Dutch. */
export const GERMANIC: readonly DecisionWords[] = [EN, DE, NL]
