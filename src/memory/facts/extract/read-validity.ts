import { datesIn } from '../../../text/dates-in.ts'

/* From when a fact holds: the simple cases, read off the phrase that was cut from the value ("last week", "since
 * March"). Anything else holds from the moment it was stated. */

const DAY_MS = 24 * 3_600_000

/** Phrases of all languages with their distance in days. */
const OFFSETS: readonly (readonly [RegExp, number])[] = (
  [
    ['day before yesterday|vorgestern|anteayer|antes de ayer|позавчера|позавчора', -2],
    ['yesterday|gestern|ayer|вчера|вчора|учора|hier|ieri|ontem|gisteren|wczoraj|dün', -1],
    [
      'last week|letzte woche|vorige woche|la semana pasada|на прошлой неделе|минулого тижня|la semaine dernière',
      -7,
    ],
    [
      'last month|letzten monat|vorigen monat|el mes pasado|в прошлом месяце|минулого місяця|le mois dernier',
      -30,
    ],
    [
      'last year|letztes jahr|voriges jahr|el año pasado|в прошлом году|минулого року|торік|ano passado',
      -365,
    ],
    ['tomorrow|ab morgen|mañana|завтра|demain|domani|amanhã|jutra|jutro|yarın', 1],
    [
      'next week|nächste woche|nächster woche|la próxima semana|следующей недели|наступного тижня',
      7,
    ],
    [
      'next month|nächsten monat|nächstem monat|el próximo mes|el mes que viene|следующего месяца|наступного місяця',
      30,
    ],
  ] as const
).map(([words, days]) => [new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu'), days])

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:days?|tag|d[ií]a|дн|день|jour|giorn|dia|dag|dni|gün)/iu, 1],
  [/^(?:weeks?|woche|semana|недел|тижн|тижден|semaine|settiman|we[ek]|tyg|hafta)/iu, 7],
  [/^(?:months?|monat|mes|месяц|місяц|mois|mes|maand|miesi|ay)/iu, 30],
  [/^(?:years?|jahr|año|год|лет|рік|рок|an|ann|ano|jaar|lat|rok|yıl)/iu, 365],
]
const NUMBER_WORDS = [
  /^(?:a|an|one|einem?r?|una?|un|год|неделю|месяц|рік|тиждень|місяць|1)$/iu,
  /^(?:two|zwei|dos|два|две|дві|deux|due|dois|twee|dwa|2)$/iu,
  /^(?:three|drei|tres|три|trois|tre|três|drie|trzy|3)$/iu,
]
const AGO =
  /(?<![\p{L}\p{N}])(?:(?<ago>(?<n1>\p{L}+|\d{1,2}) (?<u1>\p{L}+) (?:ago|назад|тому))|(?:vor|hace|il y a|seit|for|há) (?<n2>\p{L}+|\d{1,2}) (?<u2>\p{L}+))/iu

/** The moment a phrase names, relative to when it was said; null if it names none. */
export function readMoment(phrase: string, saidAt: Date): Date | null {
  if (phrase === '') return null
  const ago = AGO.exec(phrase)?.groups
  if (ago !== undefined) {
    const days = daysOf(ago.n1 ?? ago.n2 ?? '', ago.u1 ?? ago.u2 ?? '')
    if (days !== null) return shift(saidAt, -days)
  }
  const offset = OFFSETS.find(([words]) => words.test(phrase))
  if (offset !== undefined) return shift(saidAt, offset[1])
  const [date] = datesIn(phrase)
  if (date === undefined) return null
  const year = date.year ?? saidAt.getUTCFullYear()
  const named = new Date(Date.UTC(year, (date.month ?? 1) - 1, date.day ?? 1))
  // "Since November" said in March means last November; "from November" is ahead.
  const isPast = date.year === null && named > saidAt && SINCE.test(phrase)
  return isPast ? new Date(Date.UTC(year - 1, (date.month ?? 1) - 1, date.day ?? 1)) : named
}

const SINCE =
  /(?<!\p{L})(?:since|seit|desde|depuis|sinds|od|last|in|im|en|с|со|з|із|в|у)(?!\p{L})/iu

function daysOf(number: string, unit: string): number | null {
  const days = UNITS.find(([words]) => words.test(unit))?.[1]
  const spelled = NUMBER_WORDS.findIndex((words) => words.test(number)) + 1
  const count = spelled > 0 ? spelled : Number(number)
  return days === undefined || !Number.isFinite(count) || count === 0 ? null : count * days
}

const shift = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)
