/* Whether a message states a decision: what was agreed on, booked, moved or called off. A pattern a language; the
 * languages of a chat are mixed, so all are tried. A question or a condition decides nothing. */

const NOT_LETTER_BEFORE = '(?<![\\p{L}\\p{M}\\p{N}])'
const NOT_LETTER_AFTER = '(?![\\p{L}\\p{M}\\p{N}])'

/** Whole words, in languages that separate words. */
const SPACED: readonly string[] = [
  // English
  `(?:it'?s |that'?s |all )?(?:decided|settled|agreed|booked|reserved|confirmed|ordered|sorted|cancell?ed|postponed)`,
  `(?:we|i)(?:'ll|’ll| will| shall|'re going to|’re going to| are going to) (?:go with|take|meet|do|use|have it|leave|start|keep|stick)`,
  `let[’']?s (?:go with|go for|do|take|meet|say|make it|book|use|keep|stick|start|leave|move)`,
  `(?:going|went|we go) with`,
  `(?:it is|it's|thats|that's|it’s) a (?:deal|plan|date)`,
  `moved to|new (?:date|time|place) is|final (?:decision|answer|date|version)|the (?:plan|decision) is`,
  // German
  `abgemacht|beschlossen|entschieden|vereinbart|gebucht|reserviert|bestellt|festgelegt|abgesagt|verschoben|steht fest`,
  `(?:wir|dann|also) (?:nehmen|machen|treffen|gehen|fahren|bleiben|starten)(?: wir)?(?: uns)?`,
  `einigen wir uns auf|machen wir(?: es)? so|bleibt es bei`,
  // French
  `décidé|convenu|réservé|validé|confirmé|annulé|reporté|on (?:prend|fait|part sur|se retrouve|se voit|garde|y va)|c['’]est (?:bon|calé|réglé)`,
  // Spanish
  `decidido|hemos decidido|decidimos|quedamos (?:en|a|el|con)|acordado|reservado|confirmado|cancelado|aplazado|vamos con|nos vemos (?:a|el|en)|hecho,? (?:entonces|pues)`,
  // Portuguese
  `combinado|decidimos|decidido|fechado|ficou (?:decidido|combinado|marcado)|reservei|vamos (?:de|com) |adiado`,
  // Italian
  `deciso|abbiamo deciso|concordato|prenotato|confermato|annullato|rimandato|ci vediamo (?:a|alle|il)|facciamo (?:così|alle|il)|andiamo con|affare fatto`,
  // Dutch
  `afgesproken|besloten|geboekt|gereserveerd|bevestigd|afgezegd|verplaatst naar|we (?:doen|nemen|gaan voor|spreken af)|laten we`,
  // Polish
  `ustalone|ustaliliśmy|zdecydowaliśmy|zdecydowane|umówione|umówieni|zarezerwowane|zarezerwowałem|zarezerwowałam|odwołane|przełożone|bierzemy|spotykamy się`,
  // Russian
  `решили|решено|договорились|забронировала?|забронировали|заказала?|заказали|подтвердили|отменили|отменяется|перенесли|переносим|берём|берем|встречаемся|собираемся в|едем в`,
  // Ukrainian
  `вирішили|вирішено|домовились|домовилися|забронювала?|забронювали|замовила?|замовили|підтвердили|скасували|скасовано|перенесли|переносимо|беремо|зустрічаємось|зустрічаємося|їдемо о|збираємось о`,
  // Turkish
  `karar verdik|kararlaştırdık|anlaştık|ayırttım|rezerve ettim|iptal edildi|iptal ettik|ertelendi|buluşuyoruz|gidiyoruz|tamamdır`,
  // Hindi, Arabic
  `तय (?:हुआ|हो गया|है|कर लिया)|फैसला (?:हुआ|किया)|बुक कर (?:दिया|लिया)|रद्द`,
  `قررنا|اتفقنا|تقرر|تم (?:الحجز|التأكيد|الإلغاء|التأجيل)|حجزت|حجزنا|نلتقي`,
]
/** "The fountain it is", "7 pm it is then". */
const IT_IS = /\p{L}\s+it\s+is(?:\s+then)?\s*[.!]*$/iu
/** Anywhere, in languages that do not. */
const UNSPACED =
  /に(?:決まり|決定|決めた|決めました|しましょう|しよう)|決まりました|で(?:行|い)(?:こう|きましょう)|予約(?:しました|した|取れ)|中止(?:に|です)|延期(?:に|です)|决定|決定了|说好|說好|就这么定|就這麼定|定了|订好|訂好|约好|約好|取消了|改到|하기로 (?:했|해|하)|로 (?:하자|정했)|결정|예약했|취소|미뤄/u

const DECIDES = new RegExp(`${NOT_LETTER_BEFORE}(?:${SPACED.join('|')})${NOT_LETTER_AFTER}`, 'iu')

/** A condition, a doubt or a proposal, in the languages above. */
const DOUBTFUL =
  /(?<!\p{L})(?:if|unless|maybe|perhaps|might|should we|could we|not (?:yet )?(?:decided|settled|booked|confirmed|sure)|haven[’']?t|hasn[’']?t|isn[’']?t|wasn[’']?t|didn[’']?t|wenn|falls|vielleicht|noch nicht|nicht (?:entschieden|gebucht)|si|quizás?|tal vez|aún no|todavía no|peut-être|pas encore|forse|non ancora|talvez|ainda não|misschien|nog niet|może|jeszcze nie|если|может|возможно|ещё не|еще не|якщо|може|можливо|ще не|eğer|belki|henüz)(?!\p{L})/iu
const ASKS = /[?？؟]\s*$/u
/** A longer message is a text that mentions decisions. */
const MAX_LENGTH = 600

/** True if the message states that something was decided. */
export function statesDecision(text: string): boolean {
  const said = text.trim()
  if (said.length > MAX_LENGTH || ASKS.test(said)) return false
  return said
    .split(/(?<=[.!。！])\s+|\n+/u)
    .some((part) => decides(part) && !DOUBTFUL.test(part) && !ASKS.test(part))
}

function decides(part: string): boolean {
  return DECIDES.test(part) || IT_IS.test(part) || UNSPACED.test(part)
}
