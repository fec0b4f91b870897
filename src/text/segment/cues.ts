/* Words that people open a subject with, close one with, or continue one with. English was measured
 * (train/topics); the other languages hold the same few phrases and are as yet unmeasured. All texts here are
 * folded: words of wordsOf with single spaces between them. */

const OPENINGS = [
  // en
  'anyway|anyways|by the way|btw|so|speaking of|now|also|another|on another|moving on|next|one more',
  'ok so|okay so|oh and|oh also|well anyway|well so|changing|different',
  'what about|how about|tell me|guess what|did you (?:know|hear|see)|have you (?:ever|heard|seen)',
  'i (?:also )?(?:need|want|would like|am looking|wonder)|im looking|id like|can you|could you|please',
  'do you (?:have|like|know|enjoy)|what (?:is|are|s) (?:the|your|my)|whats|is there|are there|where',
  'find|show|give|schedule|remind|set|book',
  // de, fr, es
  'übrigens|apropos|ach ja|ich (?:brauche|möchte|suche)|kannst du|könntest du|gibt es',
  'au fait|sinon|à propos|je (?:voudrais|cherche)|peux tu|pouvez vous',
  'por cierto|oye|a propósito|necesito|quiero|quisiera|puedes|podrías',
  // ru, uk
  'кстати|слушай|а ещё|а еще|мне (?:нужно|надо)|хочу|можешь|подскажи',
  'до речі|слухай|а ще|мені (?:потрібно|треба)|можеш|підкажи',
]
/** Where no spaces are written, the beginning of the text itself is matched. */
const UNSPACED_OPENING = /^(?:对了|對了|顺便|順便|话说|話說|ところで|そういえば|さて)/u

const CLOSINGS = [
  'thank|thanks|thx|bye|goodbye|welcome|see you|have a (?:great|good|nice)|take care|anything else',
  'thats all|that is all|enjoy|glad (?:i|to)|good luck|good night',
  'danke|tschüss|merci|au revoir|gracias|adiós|спасибо|пока|дякую|бувай',
]
const UNSPACED_CLOSING = /谢谢|謝謝|再见|再見|ありがとう|さようなら/u

const GREETINGS = [
  'hi|hello|hey|good (?:morning|evening|afternoon|day)|greetings',
  'hallo|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|привет|здравствуйте|привіт',
]
const UNSPACED_GREETING = /你好|您好|こんにちは|おはよう/u

const REPLIES = new Set(
  `yes yeah yep yup no nope nah ok okay sure right true exactly same me too great nice cool wow awesome
  oh ah haha lol hmm absolutely definitely certainly sorry thanks thank thats that its it they he she
  this those these both neither either and but or because not alright good sounds agreed correct perfect
  ja nein genau klar oui non si sí claro да нет ага точно так ні`.split(/\s+/),
)
const POINTERS = new Set(
  `it that they them he she him her his their this those these there one ones its thats theirs same too
  also either es das sie ihn ça cela lui elle eso ella ellos это он она они це він вона вони`.split(
    /\s+/,
  ),
)
const YOU = new Set('you your yours du dein deine tu ton ta te tú ты твой твоя ти твій'.split(' '))
const ME = new Set('i im ive id ich je yo я'.split(' '))

const STARTS_WITH_OPENING = new RegExp(`^(?:${OPENINGS.join('|')})(?= |$)`, 'u')
const HAS_CLOSING = new RegExp(`(?:^| )(?:${CLOSINGS.join('|')})(?= |$)`, 'u')
const HAS_GREETING = new RegExp(`(?:^| )(?:${GREETINGS.join('|')})(?= |$)`, 'u')
/** Of a turn's words, from either end: words in the middle of a long text open or close nothing. */
const LOOKED_AT = 60
/** The words at the start of a turn in which "I" is searched: people open a subject with themselves. */
const FIRST_WORDS = 3

/** What the wording of a turn shows about its place in the dialogue. */
export type Cues = {
  /** It begins as a new subject would: "by the way", "can you". */
  readonly opens: boolean
  readonly closes: boolean
  readonly greets: boolean
  /** It begins as an answer would: "yes", "that's". */
  readonly replies: boolean
  /** It needs earlier turns: "it", "them". */
  readonly points: boolean
  readonly saysYou: boolean
  readonly beginsWithMe: boolean
}

/** The cues of a text, given with its folded words. */
export function cuesOf(text: string, words: readonly string[]): Cues {
  const first = words.slice(0, LOOKED_AT)
  const ends = words.length > 2 * LOOKED_AT ? [...first, ...words.slice(-LOOKED_AT)] : words
  const beginning = first.join(' ')
  const both = ends.join(' ')
  const start = text.trimStart().slice(0, LOOKED_AT)
  return {
    opens: STARTS_WITH_OPENING.test(beginning) || UNSPACED_OPENING.test(start),
    closes: HAS_CLOSING.test(both) || UNSPACED_CLOSING.test(start),
    greets: HAS_GREETING.test(both) || UNSPACED_GREETING.test(start),
    replies: REPLIES.has(words[0] ?? ''),
    points: ends.some((word) => POINTERS.has(word)),
    saysYou: ends.some((word) => YOU.has(word)),
    beginsWithMe: words.slice(0, FIRST_WORDS).some((word) => ME.has(word)),
  }
}
