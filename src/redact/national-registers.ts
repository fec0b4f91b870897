import {
  isAadhaar,
  isBsn,
  isCodiceFiscale,
  isCpf,
  isDni,
  isInn,
  isNir,
  isPesel,
  isRnokpp,
  isSnils,
  isSteuerId,
} from './checksums.ts'
import { wordsPattern } from './context.ts'

/* Supported national registers of persons. A check digit alone lets one number in ten through, so most
 * numbers count only next to a word that names the register, or in a layout used for nothing else. */

/** A register whose numbers are digits alone. */
export type NumberRegister = {
  readonly lengths: readonly number[]
  readonly isValid: (digits: string) => boolean
  /** Names the register. */
  readonly words: RegExp
  /** Layouts that suffice without a word: group sizes, and separators. */
  readonly layouts: readonly { readonly sizes: string; readonly gaps: RegExp }[]
}

/** A register whose numbers have letters in them; `isValid` gets the typed text. */
export type LetterRegister = {
  readonly pattern: RegExp
  readonly isValid: (typed: string) => boolean
}

const never = /^\b$/

export const NUMBER_REGISTERS: readonly NumberRegister[] = [
  {
    // United States. No check digit, only areas and groups that are never issued.
    lengths: [9],
    isValid: (digits) => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits),
    words: wordsPattern(['ssn', 'social', 'soc\\.? ?sec', 'itin']),
    layouts: [{ sizes: '3 2 4', gaps: /^-$/ }],
  },
  {
    lengths: [11],
    isValid: isSteuerId,
    words: wordsPattern(['steuer', 'id-?nr', 'tin\\b', 'tax id', 'identifikationsnummer']),
    layouts: [{ sizes: '2 3 3 3', gaps: /^ $/ }],
  },
  {
    lengths: [15],
    isValid: isNir,
    words: wordsPattern(['nir\\b', 'secu', 'insee', 'carte vitale']),
    layouts: [
      { sizes: '15', gaps: never },
      { sizes: '13 2', gaps: /^[ -]$/ },
      { sizes: '1 2 2 2 3 3 2', gaps: /^[ .-]$/ },
    ],
  },
  {
    lengths: [11],
    isValid: isPesel,
    words: wordsPattern(['pesel']),
    layouts: [],
  },
  {
    lengths: [9],
    isValid: isBsn,
    words: wordsPattern(['bsn', 'burgerservice', 'sofi']),
    layouts: [],
  },
  {
    lengths: [11],
    isValid: isCpf,
    words: wordsPattern(['cpf', 'cadastro']),
    layouts: [{ sizes: '3 3 3 2', gaps: /^[.-]$/ }],
  },
  {
    lengths: [12],
    isValid: isAadhaar,
    words: wordsPattern(['aadha', 'adhaar', 'aadhar', 'uidai', 'uid\\b', 'आधार']),
    layouts: [{ sizes: '4 4 4', gaps: /^[ -]$/ }],
  },
  {
    lengths: [10],
    isValid: isRnokpp,
    words: wordsPattern(['рнокпп', 'іпн', 'ипн', 'ідентифікаційн', 'податков', 'rnokpp', 'инн']),
    layouts: [],
  },
  {
    lengths: [10, 12],
    isValid: isInn,
    words: wordsPattern(['инн', 'inn\\b', 'налогоплательщик']),
    layouts: [],
  },
  {
    lengths: [11],
    isValid: isSnils,
    words: wordsPattern(['снилс', 'snils', 'пенсионн']),
    layouts: [{ sizes: '3 3 3 2', gaps: /^[ -]$/ }],
  },
]

const bare = (typed: string) => typed.replaceAll(/[^a-z\d]/gi, '')
const alone = (pattern: string) => new RegExp(`(?<![a-z\\d])(?:${pattern})(?![a-z\\d])`, 'gi')
/** So many of a kind, with at most a space or dash between. */
const many = (part: string, count: number) =>
  Array.from({ length: count }, () => part).join('[ -]?')
const DNI_LETTER = '[a-hj-np-tv-z]'

export const LETTER_REGISTERS: readonly LetterRegister[] = [
  {
    // United Kingdom: no check digit, but letters that are never used. Spaced and in small letters it is words.
    pattern: alone(
      `(?!bg|gb|nk|kn|tn|nt|zz)[a-ceghj-prstw-z][a-ceghj-nprstw-z][ -]?${many('\\d', 6)}[ -]?[a-d]`,
    ),
    isValid: (typed) => /^[a-z\d]+$/i.test(typed) || !/[a-z]/.test(typed),
  },
  {
    // Spain: a letter after a space is a word, unless everything is spaced out.
    pattern: alone(
      `(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3})[-.]?${DNI_LETTER}|\\d(?: \\d){7}[ -]${DNI_LETTER}`,
    ),
    isValid: (typed) => isDni(bare(typed)),
  },
  {
    pattern: alone(`[xyz](?:[ -]?\\d{7}-?|[ -]?\\d(?: \\d){6}[ -])${DNI_LETTER}`),
    isValid: (typed) => isDni(bare(typed)),
  },
  {
    // Italy: digits may be replaced by letters, where two people would have the same code.
    pattern: alone(
      [
        many('[a-z]', 6),
        many('[\\dlmnp-v]', 2),
        '[abcdehlmprst]',
        many('[\\dlmnp-v]', 2),
        '[a-z]',
        many('[\\dlmnp-v]', 3),
        '[a-z]',
      ].join('[ -]?'),
    ),
    isValid: (typed) => /(?:\d\D*){3}/.test(typed) && isCodiceFiscale(bare(typed)),
  },
  {
    // France, born in Corsica.
    pattern: alone(`[12][ -]?${many('\\d', 4)}[ -]?2[ab][ -]?${many('\\d', 8)}`),
    isValid: (typed) => isNir(bare(typed)),
  },
]
