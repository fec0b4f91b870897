/* The words of a request to be reminded, in the languages whose times chrono-node reads. */

export type ReminderLanguage = {
  readonly locale: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'ru' | 'uk' | 'ja' | 'zh'
  /** How a request begins; where words are not spaced, anywhere in it. */
  readonly asks: RegExp
  /** What stands before the subject: "to", "about". */
  readonly of: RegExp
}

export const LANGUAGES: readonly ReminderLanguage[] = [
  {
    locale: 'en',
    asks: /^(?:(?:please|can you|could you|would you|will you),? )*remind (?:me|us|everyone|everybody|all of us)(?:,? please)?(?!\p{L})/iu,
    of: /^(?:to|that|about|of) /iu,
  },
  {
    locale: 'de',
    asks: /^(?:bitte )?erinner[en]? (?:mich|uns|alle)(?: bitte)?(?!\p{L})/iu,
    of: /^(?:an|daran,? dass|dass) /iu,
  },
  {
    locale: 'fr',
    asks: /^rappel(?:le|ez)[- ](?:moi|nous)(?!\p{L})/iu,
    of: /^(?:de |que |[dq]u?['’])/iu,
  },
  { locale: 'es', asks: /^recu[eé]rd(?:a|e)(?:me|nos)(?!\p{L})/iu, of: /^(?:de|que) /iu },
  {
    locale: 'pt',
    asks: /^(?:lembr[ae][- ](?:me|nos)|(?:me|nos) lembr[ae])(?!\p{L})/iu,
    of: /^(?:de|que) /iu,
  },
  { locale: 'it', asks: /^ricorda(?:mi|ci|te(?:mi|ci))(?!\p{L})/iu, of: /^(?:di |che |d['’])/iu },
  { locale: 'nl', asks: /^herinner (?:me|mij|ons)(?!\p{L})/iu, of: /^(?:aan|om|dat) /iu },
  {
    locale: 'ru',
    asks: /^напомни(?:те)?(?: (?:мне|нам|всем))?(?!\p{L})/iu,
    of: /^(?:о|об|про|что|чтобы) /iu,
  },
  {
    locale: 'uk',
    asks: /^нагадай(?:те)?(?: (?:мені|нам|всім|усім))?(?!\p{L})/iu,
    of: /^(?:про|що|щоб) /iu,
  },
  { locale: 'ja', asks: /(?:を|に)?リマインド(?:して(?:ください)?)?/u, of: /^(?:を|に)/u },
  { locale: 'zh', asks: /(?:请)?提醒(?:我们|我們|我|大家)?(?:一下)?/u, of: /^(?:要|去)/u },
]

/** Words of a repeated reminder, which there is none of. */
export const REPEATS =
  /(?<!\p{L})(?:every|each|daily|weekly|monthly|jede[nrsm]?|täglich|chaque|tous les|toutes les|cada|tod[oa]s (?:los|las|os|as)|ogni|elke|iedere|кажд\p{L}+|ежедневно|кожн\p{L}+|щодня|щотижня)(?!\p{L})|毎[日週月年]|每[天周月年]/iu
