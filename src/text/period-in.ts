import { datesIn, type NamedDate } from './dates-in.ts'

/* The period of time that a question is about: "last spring", "in May 2023", "letztes Jahr", "прошлой весной", "去年".
 * In UTC; seasons as in the north. */

/** `until` is the first moment after it. */
export type Period = { readonly from: Date; readonly until: Date }

const DAY_MS = 86_400_000
const MONTHS_OF_SEASON = 3

const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, 'u')

/** "last", before or after the noun; CJK writes it into the noun. */
const LAST = word(
  `last|past|letzt(?:e[nmrs]?)|vorig(?:e[nmrs]?)|derni(?:er|ère)|passé(?:e)?|pasad[oa]|últim[oa]|passad[oa]|scors[oa]|` +
    `прошл(?:ый|ая|ой|ого|ом|ую|ым)|минул(?:ий|ого|ої|ому|у|им|ої)|zeszł(?:y|ego|ym|ej|ą)|geçen|vorige|afgelopen`,
)
/** The first month of each season, and its names. */
const SEASONS: readonly (readonly [number, RegExp])[] = [
  [
    3,
    word(
      'spring|frühling|frühjahr|printemps|primavera|весн(?:а|ой|ы|у)|навесні|весною|wiosn(?:a|ę|ą|y)|ilkbahar|bahar|lente',
    ),
  ],
  [
    6,
    word(
      'summer|sommer|été|verano|estate|verão|лет(?:о|ом|а)|літ(?:о|ом|а)|влітку|lat(?:o|em|a)|yaz|zomer',
    ),
  ],
  [
    9,
    word(
      'autumn|fall|herbst|automne|otoño|autunno|outono|осен(?:ь|ью|и)|осінь|осені|восени|jesie(?:ń|nią|ni)|sonbahar|herfst',
    ),
  ],
  [12, word('winter|hiver|invierno|inverno|зим(?:а|ой|у|ы|и|ою)|взимку|zim(?:a|ą|ę|y)|kış')],
]
const YEAR = word(
  'year|jahr(?:es)?|année|an|año|anno|ano|год(?:а|у|ом)?|году|рік|року|році|rok(?:u|iem)?|yıl|jaar',
)
const MONTH = word(
  'month|monat(?:s)?|mois|mes|mese|mês|месяц(?:а|е|у)?|місяц(?:ь|я|і)|miesiąc(?:a|u)?|ay|maand',
)
const WEEK = word(
  'week|woche|semaine|semana|settimana|недел(?:я|е|ю|и)|тиж(?:день|ня|ні)|tydzień|tygodni(?:a|u)|hafta',
)
const YESTERDAY = word('yesterday|gestern|hier|ayer|ieri|ontem|вчера|вчора|wczoraj|dün|gisteren')
/** Written without spaces around them. */
const JOINED: readonly (readonly [RegExp, 'year' | 'month' | 'week' | 'day'])[] = [
  [/去年|작년|昨年/u, 'year'],
  [/上个月|上個月|先月|지난달/u, 'month'],
  [/上周|上週|先週|지난주/u, 'week'],
  [/昨天|昨日|어제/u, 'day'],
]

/** The past period that a text names; null if it names none. */
export function periodIn(text: string, now: Date): Period | null {
  const lower = text.normalize('NFKC').toLowerCase()
  const relative = relativePeriod(lower, now)
  if (relative !== null) return relative
  const [date] = datesIn(text)
  return date === undefined ? null : datePeriod(date, now)
}

function relativePeriod(text: string, now: Date): Period | null {
  const joined = JOINED.find(([pattern]) => pattern.test(text))
  if (joined !== undefined) return unitBefore(joined[1], now)
  if (YESTERDAY.test(text)) return unitBefore('day', now)
  if (!LAST.test(text)) return null
  const season = SEASONS.find(([, names]) => names.test(text))
  if (season !== undefined) return lastSeason(season[0], now)
  if (YEAR.test(text)) return unitBefore('year', now)
  if (MONTH.test(text)) return unitBefore('month', now)
  return WEEK.test(text) ? unitBefore('week', now) : null
}

function unitBefore(unit: 'year' | 'month' | 'week' | 'day', now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  if (unit === 'year') return months(year - 1, 0, 12)
  if (unit === 'month') return months(year, month - 1, 1)
  const midnight = Date.UTC(year, month, now.getUTCDate())
  if (unit === 'day') return { from: new Date(midnight - DAY_MS), until: new Date(midnight) }
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return { from: new Date(monday - 7 * DAY_MS), until: new Date(monday) }
}

/** The season that ended last; of one that goes on, the one a year before. */
function lastSeason(firstMonth: number, now: Date): Period {
  const year = now.getUTCFullYear()
  const candidates = [year, year - 1, year - 2].map((one) =>
    months(one, firstMonth - 1, MONTHS_OF_SEASON),
  )
  return (
    candidates.find(({ until }) => until <= now) ??
    months(year - 2, firstMonth - 1, MONTHS_OF_SEASON)
  )
}

/** A date without a year is the last one before now. */
function datePeriod({ year, month, day }: NamedDate, now: Date): Period | null {
  const years = year === null ? [now.getUTCFullYear(), now.getUTCFullYear() - 1] : [year]
  const periods = years.map((one) => {
    if (month === null) return months(one, 0, 12)
    if (day === null) return months(one, month - 1, 1)
    const from = Date.UTC(one, month - 1, day)
    return { from: new Date(from), until: new Date(from + DAY_MS) }
  })
  return periods.find(({ from }) => from <= now) ?? null
}

function months(year: number, month: number, count: number): Period {
  return {
    from: new Date(Date.UTC(year, month, 1)),
    until: new Date(Date.UTC(year, month + count, 1)),
  }
}
