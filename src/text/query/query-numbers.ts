/* Dates, times and amounts, as people type them: they may take several words ("5 May 2024", "20 km"). */

/** Pieces a date may take. */
export const LONGEST_DATE = 5

const MONTHS = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug
  sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février mars avril juin
  juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre janeiro fevereiro março maio junho julho setembro outubro novembro
  dezembro gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre stycznia lutego marca
  kwietnia maja czerwca lipca sierpnia września października listopada grudnia ocak şubat mart nisan mayıs
  haziran temmuz ağustos eylül ekim kasım aralık января февраля марта апреля мая июня июля августа сентября
  октября ноября декабря січня лютого березня квітня травня червня липня серпня вересня жовтня листопада
  грудня`.split(/\s+/),
)
/** A month that is also a common word: a date only next to a day. */
const MAY = new Set(['may', 'mar', 'mars', 'mart', 'marca', 'mai', 'maja', 'mayo', 'jan'])

const DAYS = new Set(
  `monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag
  sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado
  domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira lunedì martedì mercoledì giovedì
  venerdì sabato domenica poniedziałek wtorek środa czwartek piątek sobota niedziela pazartesi salı çarşamba
  perşembe cuma cumartesi pazar понедельник вторник среда среду четверг пятница пятницу суббота субботу
  воскресенье понеділок вівторок середа середу п’ятниця п’ятницю неділя неділю`.split(/\s+/),
)

const UNITS = new Set(
  `kg g mg t lb lbs oz km m cm mm mi ft in l ml kb mb gb tb ms s sec min h hr hrs hour hours minute minutes day
  days week weeks month months year years percent % € $ £ eur euro euros usd dollar dollars bucks gbp chf zł
  pln uah грн руб рублей ₽ ₴ ₺ tl try yen 円 元 kwh kw w v hz mhz ghz px pt rpm mph kmh km/h °c °f degrees
  stunde stunden minuten tage wochen jahre heures jours semaines ans horas días años ore giorni godzin dni
  saat gün часов часа минут дней года лет годин днів хвилин`.split(/\s+/),
)

const NUMBER = /^[+-]?\d[\d.,\s]*$/u
const CLOCK = /^\d{1,2}(?::\d{2}){1,2}(?:am|pm)?$|^\d{1,2}(?:am|pm|h\d{0,2})$/iu
const CALENDAR = /^\d{4}-\d{1,2}-\d{1,2}(?:T\S*)?$|^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})?$/u
const DAY = /^\d{1,2}(?:st|nd|rd|th|\.|º|er)?$/iu
/** "5 de mayo de 2024": between day, month and year. */
const OF = /^(?:de|of|di)$/u
const YEAR = /^(?:19|20)\d{2}$/u

/** True for a plain number, with its points and commas. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text)
}

/** How many of the pieces, from the first on, form a date or a time; 0 if none do. */
export function dateAt(pieces: readonly string[]): number {
  const [a = '', b = '', c = '', ...rest] = pieces.map((piece) => piece.toLowerCase())
  if (CALENDAR.test(a) || CLOCK.test(a) || /^\d{1,4}[年月]/u.test(a)) return 1
  if (DAYS.has(a) || (/^\d{1,2}$/u.test(a) && /^[年月日号時时点點]/u.test(b)))
    return DAYS.has(a) ? 1 : 2
  if (CLOCK.test(`${a}${b}`) && /^(?:am|pm)$/u.test(b)) return 2
  if (DAY.test(a) && MONTHS.has(b)) return YEAR.test(c) ? 3 : 2
  if (DAY.test(a) && OF.test(b) && MONTHS.has(c)) {
    const [d = '', e = ''] = rest
    return YEAR.test(d) ? 4 : OF.test(d) && YEAR.test(e) ? 5 : 3
  }
  if (MONTHS.has(a) && DAY.test(b)) return YEAR.test(c) ? 3 : 2
  if (MONTHS.has(a) && YEAR.test(b)) return 2
  return MONTHS.has(a) && !MAY.has(a) && a.length > 3 ? 1 : 0
}

/** How many of the pieces form an amount: a number with its unit, or one long enough to be an id. */
export function quantityAt(pieces: readonly string[]): number {
  const [a = '', b = ''] = pieces.map((piece) => piece.toLowerCase())
  const [, digits = '', unit = ''] = /^[+-]?(\d[\d.,]*)(\D*)$/u.exec(a) ?? []
  if (/^[$€£¥₽₴₺]\d/u.test(a)) return 1
  if (digits === '') return 0
  if (UNITS.has(unit) && unit !== '') return 1
  if (unit !== '') return 0
  if (UNITS.has(b)) return 2
  return digits.replaceAll(/\D/g, '').length >= 3 ? 1 : 0
}
