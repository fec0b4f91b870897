/* Messages that are not meant, and messages that withdraw what their author sent just before. In all languages at once:
 * people write "lol" and "jk" in every one of them. */

const JOKES = [
  String.raw`j\/?k|(?:just |only |totally )?(?:kidding|joking)|i kid|lol (?:not really|no)|not really|sarcasm|april fools?|psych`,
  "in my dreams|i wish|as if|(?:nur |war nur )?(?:spaß|spass|scherz|witz)|schön wär'?s|haha nein|schwör nicht",
  '(?:es |era )?broma|bromeo|es coña|mentira|jaja+ no|es chiste|ya quisiera|ojalá',
  'шучу|шутка|шутк[уи]|прикалываюсь|прикол|хотелось бы|ага щас|размечтал[а-я]{2,4}',
  'жартую|жарт|прикалуюсь|насправді ні|аякже|розмріял[а-яії]{2,4}',
  'je (?:plaisante|rigole|déconne)|scherzo|sto scherzando|brincadeira|tô brincando|grapje|żart(?:uję)?|şaka(?: yapıyorum)?',
].join('|')
const JOKE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${JOKES})(?![\p{L}\p{N}])|(?:^|\s)\/(?:s|j|hj)(?:\s|$)|冗談|なんちゃって|开玩笑|開玩笑|농담|मज़ाक|أمزح`,
  'iu',
)
const JOKING_FACES = /[😜🤪😝🙃🤡😏]/u

const WITHDRAWALS = [
  String.raw`jk|j\/k|(?:just |only |i'm |im )?(?:kidding|joking)|scratch that|never ?mind|nvm|ignore (?:that|me|my last)|forget (?:it|that|what i said)|disregard`,
  "(?:that was|was) a joke|not really|i'm lying|i lied|wrong chat|oops wrong|sorry wrong chat|i take that back|false alarm",
  '(?:war (?:nur )?(?:ein )?|nur )?(?:spaß|spass|scherz|witz)|vergiss(?:t)? es|quatsch|falscher chat|ups falscher chat|doch nicht',
  '(?:es |era |fue )?(?:una )?broma|bromeo|mentira|olvíd(?:a|en)lo|olvida eso|nada olvid|me equivoqu[eé] de (?:chat|grupo)|es coña|no es cierto',
  'шучу|шутка|это шутка|забудьте|забей(?:те)?|отбой|не туда|не тот чат|ошиблась чатом|ошибся чатом|вру|отмена|неправда',
  'жартую|жарт|це жарт|забудьте|забий(?:те)?|не туди|не той чат|помилилась чатом|помилився чатом|брешу|відбій|неправда',
  'je plaisante|je rigole|laisse tomber|oubliez|scherzo|lascia stare|brincadeira|esquece|grapje|laat maar|żartuję|nieważne|şaka|boşver',
].join('|')
const WITHDRAWAL = new RegExp(
  String.raw`^[\s*]*(?:(?:ok|okay|haha+|jaja+|lol|no|nein|нет|ні|ахах\S*|хаха\S*|ну|ups|oops|ой|sorry|ah|ach|ай|nah|wait|warte|nee|ne|que|qué|a|ладно|та|да)[\s,.!]+){0,3}(?:${WITHDRAWALS})(?![\p{L}\p{N}])`,
  'iu',
)

/** True for a message that says of itself that it is not meant. */
export function isJoke(text: string): boolean {
  return JOKE.test(text) || JOKING_FACES.test(text)
}

/** True for a message that takes back the author's message before it. */
export function isWithdrawal(text: string): boolean {
  return text.length < 80 && WITHDRAWAL.test(text)
}
