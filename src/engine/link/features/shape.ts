/* The shape of a message: is it a greeting, thanks, a bare "yes", a question, a piece of code? Told by
 * a few words in the languages our users mostly write; a language without a list here loses these
 * hints and keeps all the others. */

/** By the first word: how the message continues an earlier one. */
const FIRST = {
  asks: `what how why when where who which is are do does did can could would should will have has any
    was wie warum wann wo wer welche ist sind kann quoi comment pourquoi quand où qui est-ce qué cómo
    por cuándo dónde quién come perché quando dove chi como quem что как почему зачем когда где кто
    какой можно что-то що чому навіщо коли де хто який 什么 怎么 为什 哪里 どう なぜ いつ`,
  greets: `hi hello hey hiya yo morning evening howdy greetings sup hallo moin servus bonjour salut coucou
    hola buenas buenos ciao buongiorno olá oi привет здравствуйте добрый всем привіт вітаю 你好 大家 こん`,
  confirms: `yes yeah yep yup ya no nope nah right true correct sure indeed exactly ja nein genau stimmt
    richtig oui non ouais exact sí si vale claro no sì esatto sim não да нет ага верно точно конечно так
    ні звісно 是的 对的 不是 はい いい`,
  takesNote: `ok okay k cool ah ahh oh hm hmm nice great done same aha alright well gut super toll aha
    naja d'accord bien bueno va bene beleza ок окей хорошо ладно понял понятно ясно ну круто добре
    зрозуміло гаразд 好的 好吧 嗯嗯`,
  goesOn: `and but so or because cause cuz also then though since as with like plus which that und aber
    also oder weil dann denn et mais donc ou parce y pero entonces porque e ma però mas и но а или потому
    поэтому також але або тому і та 但是 所以 因为 而且 でも`,
  pointsAt: `it that this those these they he she there es das dies die er sie dort ça cela il elle eso
    esto él ella questo quello isso это этот он она они там це воно він вона вони 这个 那个 これ それ`,
  instructs: `try use run type do install check look read see go just open edit make add remove get
    versuch nimm probier schau mach essaie utilise regarde prueba usa mira попробуй используй посмотри
    сделай спробуй подивись 试试`,
  joins: `in me same ditto count mine us also ich wir auch dabei moi nous pareil yo nosotros igual también io
    anche noi eu também nós я ми мы тоже також теж ben biz bende saya aku ikut ja my też też 我 我也 私 私も 나도 저도
    मैं मैं भी انا وانا`,
} as const

/** Told by any word of it. */
const ANY = {
  asksWhen: `when wann quand cuándo cuando quando коли когда kiedy ne zaman kaçta kapan jam 几点 什么 时候 いつ 何時
    언제 몇시 कब कितने متى until time uhr heure hora ore час годині часов времени saat`,
  asksHowMany: `much many cost costs price wieviel wieviele kostet combien cuánto cuántos quanto quanti quantos custa
    скільки сколько ile kosztuje kaç kadar berapa harga 多少 几个 いくら いくつ 얼마 몇 कितना कितने كم بكم`,
  asksWho: `who whose wer wem qui quién quien chi quem хто кто кому kto kim kimin siapa 谁 誰 だれ 누가 누구 कौन किसको
    مين anyone anybody jemand quelqu'un alguien qualcuno alguém хтось кто-нибудь ktoś kimse`,
  asksWhere: `where wo wohin où dónde donde dove onde де куди где куда gdzie nerede nereye mana dimana 哪里 哪儿 どこ
    어디 कहाँ وين أين`,
  thanks: `thanks thank thx ty thnx tnx cheers danke dankeschön merci gracias grazie obrigado obrigada
    спасибо благодарю дякую 谢谢 多谢 あり`,
  seeks: `anyone anybody someone somebody help problem need trying idea jemand hilfe problem brauche
    quelqu'un aide problème besoin alguien ayuda problema necesito qualcuno aiuto alguém ajuda кто-нибудь
    помогите помощь проблема нужно нужен хтось допоможіть проблема потрібно 有人 帮忙 问题`,
  laughs: `lol haha hahaha hehe rofl lmao xd jaja jajaja mdr ахах хаха ахаха лол 哈哈 笑笑`,
  toYou: `you your u ur you're youre du dein dir dich ihr sie tu te toi vous votre tú usted tuo ты тебе
    тебя вы вам вас ти тобі вас 你的 你们 你有`,
  ofMe: `i my me im i'm i've mine ich mein mir mich je moi mon j'ai yo mi me io mio eu meu я мне меня мой
    мені мене мій 我的 我们 我有`,
} as const

const IN_RAW = {
  question: /[?？؟]/,
  link: /https?:|www\.|pastebin|paste\./i,
  code: /(^|\s)[/~][\w./-]+|\$ ?\w|--\w+|`|\(\)|[{};]\s|\w=\w|\.(conf|js|ts|py|sh|log|json|yml)\b/i,
  commands: /^[!/]\w/,
  smiles: /[:;]-?[)PD]|[\u{1F600}-\u{1F64F}]/u,
  pictures: /\p{Extended_Pictographic}/u,
  numbers: /\d/,
  times: /\d{1,2}[:.h]\d{2}|\d ?(am|pm|uhr|h|год|ч)(?=\W|$)|\d[点時시]/iu,
  prices: /[€$£¥₴₽₺₹₩]|\d ?(eur|euro|usd|zł|грн|руб|tl|rp|rb|ribu|元|円|원|k)(?=\W|$)/iu,
  exclaims: /[!！]/,
  mends: /^\*|\*$/,
} as const

/** Words that ask for views on earlier messages: no conversation starts with them. */
const VIEWS = new Set(
  `thoughts thought ideas idea opinions opinion views wdyt think agree suggestions meinung meinungen ideen
  denkt meint vorschläge avis idées pensez penses opinan opinas opinión opiniones ideia ideias opinião acham
  pareri idee pensate мысли идеи мнения мнение думаете думаешь скажете думки думаєте ідеї 想法 意见 看法 觉得
  意見`.split(/\s+/),
)
/** Longer than this it may well say what it is about. */
const VIEWS_WORDS = 5

/** True for "Any thoughts?" and its like: a question without a subject, to those who know it. */
export function asksForViews(raw: string, tokens: readonly string[]): boolean {
  const isAsking = tokens.length <= VIEWS_WORDS && IN_RAW.question.test(raw)
  return isAsking && tokens.some((token) => VIEWS.has(token))
}

const names = [...Object.keys(FIRST), ...Object.keys(ANY), ...Object.keys(IN_RAW)] as const
export type Shape = keyof typeof FIRST | keyof typeof ANY | keyof typeof IN_RAW

/** Every shape, in the order of its bit. */
export const SHAPES = names as readonly Shape[]

/** The bit of a shape in what `shapeOf` gives. */
export const BIT = Object.fromEntries(SHAPES.map((name, i) => [name, 1 << i])) as Record<
  Shape,
  number
>

const firstWords = bitsByWord(FIRST)
const anyWords = bitsByWord(ANY)

/** The shapes of a text as bits; `tokens` are its words in order, the name it begins with left out. */
export function shapeOf(raw: string, tokens: readonly string[]): number {
  let bits = firstWords.get(tokens[0] ?? '') ?? 0
  for (const token of tokens) bits |= anyWords.get(token) ?? 0
  for (const name of Object.keys(IN_RAW) as (keyof typeof IN_RAW)[]) {
    if (IN_RAW[name].test(raw)) bits |= BIT[name]
  }
  return bits
}

function bitsByWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const bits = new Map<string, number>()
  for (const [name, words] of Object.entries(lists)) {
    for (const word of words.split(/\s+/)) {
      bits.set(word, (bits.get(word) ?? 0) | BIT[name as Shape])
    }
  }
  return bits
}
