/* Words that address a bot, shape a question, or fill a chat: they name no subject. Left out of questions and of
 * messages: "Any thoughts?" has no subject. */

const BY_LANGUAGE = {
  en: `advice advise agree answer bot chat chime comment comments context conversation discuss discussed discussing
    explain explanation give happened happening hear help helpful idea ideas info information input
    mean means mention mentioned mentions opinion opinions question questions recap remember
    someone suggest suggestion suggestions summarise summarize summary sure talk talked talking
    tell tldr thought thoughts understand views wdyt welcome wondering anybody
    everyone everybody anyway thank decide decided cool great haha hehe hmm lmao lol nice thx wow`,
  de: `antwort antworte denkst erkläre erklären frage gedanken hilf hilfe hilfst meinst meinung meint
    sag sagst welche welcher welches wann warum wieso wo woher worum zusammenfassung`,
  fr: `aide aider aidez avis comment expliquer explique penses pensez pourquoi quand quel quelle quels
    quelles question quoi résume résumé réponse sais`,
  es: `ayuda ayudar ayúdame cuando cuándo cuanto cuánto cual cuál dime donde dónde explica opinas
    opinión piensas porque pregunta quien quién resumen respuesta`,
  ru: `бот вопрос думаешь думаете думаю какая какие какой какое каком какую кратко куда мнение мысли
    можешь можете можно объясни объясните ответ ответь откуда подскажи подскажите помоги помогите
    помощь почему про расскажи расскажите резюме скажи скажите сказал сказала сказали сколько скольки совет
    такое такой чего чем чему зачем итог идеи знаешь знаете ага лол спасибо угу хаха`,
  uk: `бот питання думаєш думаєте думки думка допоможи допоможіть допомога поясни поясніть підкажи
    підкажіть підсумуй розкажи розкажіть скажи скажіть скільки чому навіщо куди звідки який яка яке
    які якому яку котрій коротко порада порадь можеш можете можна ідеї знаєш знаєте відповідь сказав
    сказала сказали такий таке дякую`,
} as const

/* Words that point without naming a subject when they are addressed to a bot ("is that right?", "what works best
 * here?"), though elsewhere they may carry one. */
const POINTING_BY_LANGUAGE = {
  en: `above assist best better care check correct could done do fix guess guys handle here him join kind
    meant missing next opine possible real reckon reply respond right said says settle share solve
    solution sound sounds start stuck take today true try use us useful weigh wise work works wrong`,
  de: `könntest kannst könnt bitte hier dazu davon stimmt richtig falsch idee ideen vorschlag vorschläge
    rat tipp weiß weißt machen tun helfen uns hältst haltet siehst denken glaubst würdest`,
  fr: `quen peux pouvez peut pense idée idées conseil conseils vrai juste correct faire ferais ici ça plaît
    stp svp dis dites`,
  es: `puedes pueden podrías ideas idea consejo sugerencia cierto correcto verdad crees dices sabes favor
    ayudarnos ayudas harías aquí parece`,
  pt: `ajuda ajudar ajude alguma algum acha acham achas opinião ideia ideias pensa pensas pode podes
    poderia qual quais quando quanto porque porquê onde resumo resposta sugestão dica certo verdade sabe
    sabes diz favor faria aqui isso isto`,
  it: `aiuto aiutare aiutarci aiutaci cosa ne pensi pensate idea idee opinione parere puoi potete potresti
    quale quali quando quanto perché dove riassunto risposta suggerimento consiglio giusto vero sai dici
    favore faresti qui questo`,
  pl: `co sądzisz myślisz pomóż pomocy pomoc możesz pomysł pomysły opinia jaki jaka jakie kiedy ile
    dlaczego gdzie prawda racja proszę wiesz`,
  tr: `ne düşünüyorsun fikir fikrin yardım yardımcı olur musun misin nasıl neden nerede doğru mu lütfen
    sence özetle`,
  ru: `правда правильно верно согласен нам пожалуйста посоветуй посоветуете предложи скажешь скажете`,
  uk: `вважаєш вважаєте правда правильно нам будь ласка`,
} as const

const POINTING_WORDS: ReadonlySet<string> = new Set(
  Object.values(POINTING_BY_LANGUAGE).flatMap((words) => words.split(/\s+/)),
)

const GENERIC_WORDS: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.split(/\s+/)),
)

/* Written without spaces, such words are cut out of the sentence, which also separates the words next to them:
 * 餐厅的营业时间是什么 leaves 餐厅 and 营业时间. Longest first. */
const UNSPACED_GENERIC = new RegExp(
  `怎么样 怎么看 怎么想 怎么说 对不对 对吗 是吗 你看 如何 帮帮 求助 解答 回答 分析 怎么办 为什么 什么时候 什么地方 有没有 是不是 能不能 可不可以 多少钱 你觉得 大家觉得 请问 告诉我
  什么 怎么 哪里 哪儿 哪个 多少 几点 觉得 认为 看法 意见 建议 想法 帮忙 帮我 帮助 总结 解释 说说 谢谢 可以 我们
  你们 他们 她们 这个 那个 这里 那里 一下 一个 的 了 吗 呢 吧 啊 呀 是 在 和 与 有 我 你 他 她 它 谁 几 请
  どう思う どう思いますか 意見 助け 手伝って お願い 正しい 本当 これ それ あれ ください 教えて 助けて まとめて について いつ どこ 誰 何 なぜ どう です ます でした ました か は が を に で の と も へ ね よ`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

/** True for a word that asks or addresses without naming a subject. Expects a folded word. */
export function isGenericWord(word: string): boolean {
  return GENERIC_WORDS.has(word)
}

/** Replaces by spaces the asking words of scripts written without spaces. */
export function withoutUnspacedGeneric(text: string): string {
  return text.replaceAll(UNSPACED_GENERIC, ' ')
}

/** True for a word that names no subject in a mention or in a chat's filler. Expects a folded word. */
export function isPointingWord(word: string): boolean {
  return GENERIC_WORDS.has(word) || POINTING_WORDS.has(word)
}
