import type { FactRule, LanguageRules } from '../rule.ts'

/* Japanese, Chinese, Korean, Hindi and Arabic: a few statements of the first person that are unmistakable. Words are not
 * split by spaces in the first two, so every rule is a whole clause. */

const NEVER = '(?!)'
const NO_WORDS = {
  openers: NEVER,
  adverbs: NEVER,
  i: NEVER,
  we: NEVER,
  my: NEVER,
  kin: NEVER,
  says: NEVER,
  heShe: NEVER,
  joins: 'x|x',
  subordinates: NEVER,
  negation: NEVER,
  tails: NEVER,
  articles: NEVER,
  macros: {},
} as const

const JAPANESE: readonly FactRule[] = [
  {
    attribute: 'home',
    free: '(?:私|僕|俺)?(?:は|も)?(?:今|今は)?(?<value>[^はがを]{1,12})に(?:住んでいます|住んでます|住んでる|引っ越しました|引っ越した)(?:よ|よ！)?',
    reject: /どこ|こ[こち]|そ[こち]/u,
  },
  {
    attribute: 'allergy',
    free: '(?:私|僕|俺)?(?:は|、)?(?<value>[^はがを]{1,10})アレルギー(?:です|なんです|があります|がある|持ち(?:です)?)(?:。)?',
  },
  {
    attribute: 'birthday',
    free: '(?:私|僕|俺)の誕生日は(?<value>\\d{1,2}月\\d{1,2}日)(?:です|だよ|だ)?',
  },
  {
    attribute: 'employer',
    free: '(?:私|僕|俺)?は?(?<value>[^はがを]{1,15})で働いて(?:います|ます|る)',
    reject: /どこ|家|ここ|そこ/u,
  },
  {
    attribute: 'deadline',
    free: '(?<thing>締め切り|締切|提出期限|〆切)は(?<value>.{0,4}(?:\\d{1,2}月\\d{1,2}日|[月火水木金土日]曜日?|明日|来週|今週).{0,8}?)(?:です|だよ|だ)?',
  },
]
const CHINESE: readonly FactRule[] = [
  {
    attribute: 'home',
    free: '我(?:现在)?(?:住在|搬到了?|搬去了?)(?<value>[^，。吗呢]{1,12})(?:了)?',
    reject: /哪|这|那|一起/u,
  },
  { attribute: 'allergy', free: '我对(?<value>[^，。]{1,10})过敏', reject: /什么|你|上班|工作/u },
  { attribute: 'birthday', free: '我(?:的)?生日是?(?<value>\\d{1,2}月\\d{1,2}[日号])' },
  {
    attribute: 'employer',
    free: '我(?:现在)?在(?<value>[^，。]{2,12})(?:工作|上班)',
    reject: /哪|家$|这|那|努力|认真/u,
  },
  { attribute: 'diet', free: '我(?:是|吃)(?<value>素|素食者|素食主义者)(?:的)?' },
  {
    attribute: 'deadline',
    free: '(?<thing>截止日期|截止时间|ddl|deadline)是?(?<value>(?:下|这|本)?(?:周|星期|礼拜)[一二三四五六日天].{0,6}|\\d{1,2}月\\d{1,2}[日号].{0,6}|明天.{0,6})',
  },
]
const KOREAN: readonly FactRule[] = [
  {
    attribute: 'home',
    free: '(?:저는|나는|전|난)? ?(?:지금 )?(?<value>[^ ]{2,10})에 (?:살아요|살아|삽니다|살고 있어요?)|(?:저는|나는|전|난)? ?(?<value>[^ ]{2,10})(?:으로|로) 이사했(?:어요|어|습니다)',
    reject: /어디|여기|거기/u,
  },
  {
    attribute: 'allergy',
    free: '(?:저는|나는|전|난)? ?(?<value>[^ ]{1,8}) 알레르기(?:가)? 있(?:어요|어|습니다)',
  },
  {
    attribute: 'birthday',
    free: '(?:제|내) 생일은 (?<value>\\d{1,2}월 ?\\d{1,2}일)(?:이에요|이야|입니다)?',
  },
  {
    attribute: 'deadline',
    free: '(?<thing>마감(?:일)?)(?:은|이)? (?<value>[월화수목금토일]요일|내일|\\d{1,2}월 ?\\d{1,2}일)(?:까지)?(?:이에요|이야|입니다)?',
  },
]
const HINDI: readonly FactRule[] = [
  {
    attribute: 'home',
    free: 'मैं (?:अब |अभी )?(?<value>[^ ]{2,15}) में (?:रहता|रहती) (?:हूँ|हूं)',
    reject: /^(?:यहाँ|वहाँ|कहाँ|घर)$/u,
  },
  { attribute: 'name', free: 'मेरा नाम (?<value>[^ ]{2,15}(?: [^ ]{2,15})?) है', reject: /क्या/u },
  { attribute: 'allergy', free: 'मुझे (?<value>[^ ]{2,15}) से (?:एलर्जी|ऐलर्जी) है' },
  { attribute: 'diet', free: 'मैं (?<value>शाकाहारी|वीगन) (?:हूँ|हूं)' },
]
const ARABIC: readonly FactRule[] = [
  {
    attribute: 'home',
    free: '(?:أنا )?(?:أعيش|أسكن|ساكن|ساكنة|انتقلت إلى|عايش|عايشة) (?:الآن )?(?:في )?(?<value>[^ ]{2,15}(?: [^ ]{2,12})?)',
    reject: /^(?:هنا|هناك|أين|وين|مع|معك|البيت)/u,
  },
  { attribute: 'name', free: '(?:أنا )?اسمي (?<value>[^ ]{2,15}(?: [^ ]{2,15})?)' },
  {
    attribute: 'allergy',
    free: '(?:أنا )?(?:عندي|لدي) حساسية (?:من|ضد) (?<value>[^ ]{2,15}(?: [^ ]{2,12})?)',
  },
  { attribute: 'diet', free: '(?:أنا )(?<value>نباتي|نباتية)' },
]

/** Guards matter more than recall here: a clause with any of these words states nothing. */
export const ASIAN_RULES: readonly LanguageRules[] = [
  {
    ...NO_WORDS,
    language: 'ja',
    asks: '(?:誰|何|いつ|どこ|なぜ|どう)',
    hypothetical:
      '.{0,60}(?:たら|なら|かも|かな|たい|でしょう|だろう|と思う|ればいい|ですか|ますか)',
    empty: '(?:それ|これ|あれ|どこ|ここ|何)',
    rules: JAPANESE,
  },
  {
    ...NO_WORDS,
    language: 'zh',
    asks: '(?:谁|什么|什麼|哪|怎么|几)',
    hypothetical: '.{0,60}(?:如果|要是|可能|也许|大概|想搬|希望|应该|吗|假如|好像|梦到|差点)',
    empty: '(?:这|那|什么|哪里|它)',
    rules: CHINESE,
  },
  {
    ...NO_WORDS,
    language: 'ko',
    asks: '(?:누가|언제|어디|왜|뭐|무엇|어떻게)',
    hypothetical: '.{0,60}(?:만약|아마|면|싶|까요?$|나요?$|것 같|거 같|을까|ㄹ까)',
    empty: '(?:그거|이거|저거|거기|여기)',
    rules: KOREAN,
  },
  {
    ...NO_WORDS,
    language: 'hi',
    asks: '(?:कौन|क्या|कब|कहाँ|क्यों|कैसे)',
    hypothetical: '(?:अगर|शायद|काश|क्या|यदि|लगता|सोच)',
    empty: '(?:यह|वह|ये|वो)',
    rules: HINDI,
  },
  {
    ...NO_WORDS,
    language: 'ar',
    asks: '(?:من|ما|ماذا|متى|أين|لماذا|كيف|هل)',
    hypothetical: '(?:لو|إذا|ربما|يمكن|أتمنى|ياريت|هل|كأن|أظن|أعتقد)',
    empty: '(?:هذا|هذه|ذلك|هنا|هناك)',
    rules: ARABIC,
  },
]
