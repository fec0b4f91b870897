import { MONTH_ALTERNATIVES } from '../dates-in.ts'

/* Words for days and times in the languages of the rules. */

const oneOf = (words: string) => `(?:${words.trim().replaceAll(/\s*\n\s*/g, '|')})`

const WEEKDAYS = oneOf(`
  (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|weds|thur
  (?:mon|diens|donners|frei|sams|sonn)tag[s]?(?:abend|morgen|früh)?|mittwoch[s]?(?:abend)?
  lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?
  понедельник[аиу]?|вторник[аиу]?|сред[ауы]|четверг[ауи]?|пятниц[ауыей]{1,2}|суббот[ауыей]{1,2}|воскресень[еяю]
  понеділ(?:ок|ка|ки)|вівтор(?:ок|ка|ки)|серед[ауи]|четвер(?:га|ги)?|п'ятниц[яюіею]|субот[аиуою]|неділ[яюіею]
  пн|вт|ср|чт|пт|сб|вс|нд|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
  luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|venerd[ìi]|domenica|sabato
  (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?
  maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag
  poniedział(?:ek|ku)|wtor(?:ek|ku)|śro(?:da|dę|dy)|czwart(?:ek|ku)|piąt(?:ek|ku)|sobot[aęy]|niedziel[aęi]
  pazartesi|salı|çarşamba|perşembe|cuma(?:rtesi)?|pazar`)

const DAYS = oneOf(`
  today|tonight|tomorrow|tmrw?|tmr|noon|midday|midnight|weekends?|end of (?:the )?(?:day|week|month)
  (?:next|this|all|most) (?:week|month|summer)|mornings|evenings|afternoons
  (?:nächste|diese|ganze) woche|dieses we|próxima semana|semana que viene|esta semana|toda la semana
  (?:следующей|этой) неделе|всю неделю|(?:наступного|цього) тижня|весь тиждень|\\d{1,2}-?го
  eod|eow|easter|christmas|xmas|new year
  heute|morgen|übermorgen|mittags?|mitternacht|wochenende|monatsende|abends?|ostern|weihnachten|silvester
  hoy|mañana|pasado mañana|mediodía|medianoche|fin de semana|fin de mes|finde|navidad|semana santa
  сегодня|завтра|послезавтра|полдень|полночь|выходны[ехм]|конца? недели|конца? месяца|вечером|утром
  сьогодні|післязавтра|опівдні|вихідн[іих]{1,2}|кінця тижня|кінця місяця|ввечері|увечері|зранку
  aujourd'hui|demain|midi|minuit|oggi|domani|mezzogiorno|hoje|amanhã|meio-dia
  vandaag|overmorgen|dziś|dzisiaj|jutro|pojutrze|bugün|yarın`)

const CLOCK = oneOf(`
  (?:kl |um )?\\d{1,2}[:.]\\d{2}|[12]\\dh(?:\\d{2})?|(?:mo|di|mi|do|fr|sa|so)\\.? \\d{1,2}(?:[:.]\\d{2}|\\.| uhr)
  \\d{1,2} ?(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|h|год|часов|часа|утра|вечера|ранку|вечора|o'clock)`)
const DATE = oneOf(`
  \\d{1,2}\\.\\d{1,2}\\.?(?:\\d{2,4})?|\\d{1,2}/(?!10(?!\\d)|5(?!\\d))\\d{1,2}(?:/\\d{2,4})?|\\d{4}-\\d{2}-\\d{2}
  (?:the )?\\d{1,2}(?:st|nd|rd|th|-го|го|-е|-ого)|(?:el|al|il|le|am|dem|den|des) \\d{1,2}\\.?|\\d{1,2}\\.`)
/** What may stand between "is" and the day. */
const BEFORE = oneOf(`
  at|on|by|from|until|till|til|before|after|around|about|this|next|every|the|first|last|end|of|mid|early|late
  am|um|bis|ab|vom|zum|jeden|nächste[nr]?|kommenden?|diesen?|dem|den|der|erst|ende|anfang|mitte|gegen|immer
  el|los|las|la|a|al|de|del|para|hasta|antes|próximo|este|cada|desde|fin|finales|todos|sobre
  в|во|к|ко|до|с|со|по|на|это[тй]|эту|следующ[а-я]{2,3}|ближайш[а-я]{2,3}|кажд[а-я]{2,3}|конца?|середин[а-я]|начал[а-я]
  у|о|об|від|з|із|цю|ця|цей|наступн[а-яії]{1,3}|кожн[а-яії]{1,3}|кінця|кінець|початку
  le|les|à|au|du|ce|cette|prochain|il|lo|alle|entro|ao|às|até|na|no|op|om|tot|voor|volgende|w|we|do|od`)

/** Many names of months are other words too: one counts beside a number or after a preposition of time. */
const MONTH = oneOf(`
  \\d{1,2}(?:st|nd|rd|th|\\.|º)? (?:of |de |do )?(?:${MONTH_ALTERNATIVES})(?: (?:de )?\\d{4})?
  (?:${MONTH_ALTERNATIVES}) (?:the )?\\d{1,2}(?:st|nd|rd|th)?
  (?:in|of|by|until|till|early|late|mid|end of|im|ende|anfang|mitte|bis|ab|en|de|para|hasta|finales de|в|до|к|с|на|у|з|від|au|em|w|do|in) (?:${MONTH_ALTERNATIVES})`)

/** A day, date or time, as part of a pattern with the flag u. */
export const TIME_PATTERN = `(?:${WEEKDAYS}|${DAYS}|${CLOCK}|${MONTH}|${DATE})`
const EDGE = '(?![\\p{L}\\p{M}\\p{N}])'
const STARTS_WITH_TIME = new RegExp(`^(?:${BEFORE} ){0,3}${TIME_PATTERN}${EDGE}`, 'u')
const HAS_TIME = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${TIME_PATTERN}${EDGE}`, 'u')

/** True if the phrase begins with a day or time: "Friday", "at 19:30", "до пятницы". Expects lower case. */
export function beginsWithTime(phrase: string): boolean {
  return STARTS_WITH_TIME.test(phrase)
}

/** True if the phrase names a day or a time anywhere. */
export function namesTime(phrase: string): boolean {
  return HAS_TIME.test(phrase)
}
