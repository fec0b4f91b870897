/* Days, months and years a text names ("on 13 October 2023", "in June", "13.10.2023", "10月13日").
 *
 * Month names are known in ten languages. Many are other words too ("may", "march", "June"), so a name
 * counts only next to a number or after a preposition of time ("in May"). */

/** A year, a month of it or a day; without a year, that day or month of any year. */
export type NamedDate = {
  readonly year: number | null
  /** 1 to 12. */
  readonly month: number | null
  readonly day: number | null
}

/* Month after month, each name a pattern: en de fr es pt it tr pl ru uk nl. */
const MONTH_NAMES =
  `january jan januar januari janvier enero janeiro gennaio ocak stycz(eń|nia|niu) январ[яьеюи]
  січ(ень|ня|ні);
  february feb februar februari février febrero fevereiro febbraio şubat lut(y|ego|ym) феврал[яьеюи]
  лют(ий|ого|ому);
  march mar märz maart mars marzo março mart mar(zec|ca|cu) март[ауе]? берез(ень|ня|ні);
  april apr avril abril aprile nisan kwie(cień|tnia|tniu) апрел[яьеюи] квіт(ень|ня|ні);
  may mai mei mayo maio maggio mayıs maj[au]? ма[йяею] трав(ень|ня|ні);
  june jun juni juin junio junho giugno haziran czerw(iec|ca|cu) июн[яьеюи] черв(ень|ня|ні);
  july jul juli juillet julio julho luglio temmuz lip(iec|ca|cu) июл[яьеюи] лип(ень|ня|ні);
  august augustus aug août agosto ağustos sierp(ień|nia|niu) август[ауе]? серп(ень|ня|ні);
  september sep sept septembre septiembre setembro settembre eylül wrze(sień|śnia|śniu)
  сентябр[яьеюи] верес(ень|ня|ні);
  october oct oktober okt octobre octubre outubro ottobre ekim paździer(nik|nika|niku)
  октябр[яьеюи] жовт(ень|ня|ні);
  november nov novembre noviembre novembro kasım listopad(a|zie|і)? ноябр[яьеюи] листопад[аі]?;
  december dec dezember dez décembre diciembre dezembro dicembre aralık grud(zień|nia|niu)
  декабр[яьеюи] груд(ень|ня|ні)`
    .split(';')
    .map((names) => names.trim().replaceAll(/\s+/g, '|'))
const MONTHS = MONTH_NAMES.map((names) => new RegExp(`^(${names})$`))
/** Alternatives for a pattern with the flag u: every name of every month, in lower case. */
export const MONTH_ALTERNATIVES = MONTH_NAMES.join('|').replaceAll('(', '(?:')

const BEFORE_A_TIME = new Set(
  `in im on of since until till by during around last this next early late mid en em de del a à w od
  do в с к до по у з`.split(/\s+/),
)
const BETWEEN = new Set('of de del di do the st nd rd th го года г року р'.split(' '))
/** A question names one or two; a pasted log may name thousands. */
const MAX_DATES = 8
const TOKEN = /\d+|\p{L}[\p{L}\p{M}]*/gu

/** The dates a text names, in order; none for most texts. */
export function datesIn(text: string): NamedDate[] {
  const numeric = numericDates(text)
  if (numeric.length > 0) return numeric.slice(0, MAX_DATES)
  const tokens = text.normalize('NFKC').toLowerCase().match(TOKEN) ?? []
  const named = monthDates(tokens)
  const found = named.length > 0 ? named : tokens.filter(isYear).map(yearOnly)
  return found.slice(0, MAX_DATES)
}

function numericDates(text: string): NamedDate[] {
  const patterns = [
    /(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/g,
    /\b(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})/g,
    /(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?:(?<day>\d{1,2})日)?/g,
  ]
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ groups }) => ({
      year: groups?.year ? Number(groups.year) : null,
      month: Number(groups?.month),
      day: groups?.day ? Number(groups.day) : null,
    }))
    .filter(({ month, day }) => month >= 1 && month <= 12 && (day === null || day <= 31))
}

function monthDates(tokens: readonly string[]): NamedDate[] {
  return tokens.flatMap((token, i) => {
    const month = MONTHS.findIndex((names) => names.test(token)) + 1
    if (month === 0) return []
    const before = tokens.slice(Math.max(0, i - 5), i).findLast(isTelling) ?? ''
    const [after = '', second = ''] = tokens.slice(i + 1, i + 6).filter(isTelling)
    const day = [before, after].find(isDay)
    const year = [after, ...(isDay(after) ? [second] : [])].find(isYear)
    const isTime = day !== undefined || year !== undefined || BEFORE_A_TIME.has(tokens[i - 1] ?? '')
    return isTime
      ? [{ year: year ? Number(year) : null, month, day: day ? Number(day) : null }]
      : []
  })
}

const isTelling = (token: string) => !BETWEEN.has(token)
const isDay = (token: string) =>
  /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= 31
const isYear = (token: string) => /^(19|20)\d\d$/.test(token)
const yearOnly = (year: string): NamedDate => ({ year: Number(year), month: null, day: null })
