import { wordsOf } from '../words.ts'
import type { Language } from './query-language.ts'

/* Whether a question can be understood only with earlier messages.
 *
 *   sure      "that one", "the above", "same": they point in any question
 *   person    "he", "her", "they": they point, unless the question itself names a person
 *   faint     "it", "this", "that", and a leading "and": they point in a short question; in a long
 *             one they are as a rule grammar ("I heard that …", "is it true that …")
 *
 * "This week" and similar phrases are times and point at nothing. */

type Pointers = { readonly sure: string; readonly person: string; readonly faint: string }

const POINTERS: Partial<Record<Language, Pointers>> = {
  en: {
    sure: `that one,this one,these,those,the above,see above,same,the former,the latter,the other one,
      another one,the first one,the second one,the last one,what about,how about`,
    person: 'he,she,him,his,her,hers,they,them,their,theirs',
    faint: 'it,its,this,that,thats,one,above',
  },
  de: {
    sure: `dieser,diese,dieses,diesen,diesem,jener,jene,jenes,davon,dazu,darüber,dasselbe,derselbe,dieselbe,das gleiche,das da,oben,obige,obigen,erwähnt,was ist mit`,
    person: 'er,ihn,ihm,seine,seinen,seiner,ihnen,ihre,ihren',
    faint: 'das,es,sie,dies,damit,dafür,dagegen,darauf,daran',
  },
  fr: {
    sure: `ça,cela,ceci,celui,celle,ceux,celles,le même,la même,les mêmes,pareil,ci dessus,plus haut,et pour,
      quen`,
    person: 'lui,elle,elles,ils,eux,leur,leurs',
    faint: 'cest,cet,cette,ces',
  },
  es: {
    sure: `eso,ese,esa,esos,esas,aquello,aquel,aquella,lo mismo,el mismo,la misma,lo de arriba,el anterior,
      la anterior,y qué tal`,
    person: 'él,ella,ellos,ellas',
    faint: 'esto,este,esta,estos,estas,lo',
  },
  pt: {
    sure: `isso,isto,aquilo,esse,essa,esses,essas,aquele,aquela,disso,nisso,o mesmo,a mesma,acima,e quanto`,
    person: 'ele,ela,eles,elas,dele,dela,deles,delas',
    faint: 'este,esta,estes,estas',
  },
  it: {
    sure: 'quello,quella,quelli,quelle,ciò,lo stesso,la stessa,sopra,e per',
    person: 'lui,lei,loro',
    faint: 'questo,questa,questi,queste,ne',
  },
  pl: {
    sure: 'tamten,tamta,tamto,tamtego,to samo,ten sam,ta sama,powyżej,powyższe,powyższy,o tym,z tym,a co z',
    person: 'on,ona,oni,jego,jej,ich,nim,nimi',
    faint: 'to,tego,temu,ten,ta,te,tym,tej',
  },
  tr: {
    sure: `bunu,şunu,onu,bunlar,şunlar,onlar,bunun,şunun,onun,bundan,ondan,bunlardan,yukarıda,yukarıdaki,aynı,
      aynısı,öteki`,
    person: 'ona,onlara,onların',
    faint: 'bu,şu,o',
  },
  ru: {
    sure: `этот,эта,эти,этого,этой,этому,этим,этом,этих,эту,то же,тот же,та же,такой же,выше,об этом,
      а как насчёт,а как насчет`,
    person: 'он,она,оно,они,его,её,ее,их,ему,ей,им,него,неё,нее,ней,ним,них,нему',
    faint: 'это,тот,того,тем,те,там,тут',
  },
  uk: {
    sure: `цей,ця,ці,цього,цієї,цьому,цим,цих,цю,те саме,той самий,та сама,такий самий,вище,про це,
      а як щодо`,
    person: 'він,вона,воно,вони,його,її,їх,йому,їй,їм,нього,неї,ним,них,ньому',
    faint: 'це,той,того,тим,ті,там,тут',
  },
}

/** A pointer followed by one of these is a time. */
const TIMES: ReadonlySet<string> = new Set(
  `week month year morning evening afternoon night weekend time summer winter spring autumn monday tuesday
  wednesday thursday friday saturday sunday woche monat monats jahr jahres morgen abend mal sommer winter
  semaine mois soir matin année après semana mes año tarde noche vez mês ano manhã noite settimana mese anno
  sera mattina volta tygodniu tydzień miesiącu miesiąc roku rok razem hafta ay yıl akşam sabah gece sefer
  неделе неделю неделя месяце месяц году год утром вечером летом зимой раз тижні тиждень місяці місяць році
  рік ранку вечора літа`.split(/\s+/),
)

/** For scripts without spaces, matched in the text itself; times are removed before. */
const UNSPACED: Partial<Record<Language, readonly [times: RegExp, sure: RegExp, faint: RegExp]>> = {
  zh: [
    /[这這本那](?:个|個)?(?:周|週|星期|月|年|天|几天|幾天|晚)/gu,
    /[这這那](?:个|個|些|样|樣|件|位|家|边|邊)|它|上面|以上|上述|刚才|剛才|同样|同樣|同一|[他她]/u,
    /[这這那]/u,
  ],
  ja: [
    /この(?:週末|前|間|夏|冬)/gu,
    /これ|それ|あれ|その|あの|こちら|そちら|上記|さっき|先ほど|同じ|彼/u,
    /この|じゃあ|では/u,
  ],
  ko: [/이번/gu, /이거|그거|저거|그것|이것|저것|위의|같은|그 사람|그녀|걔/u, /그|이게|그게/u],
}

/** A question that begins with one of these continues an earlier message. */
const CONTINUE: Partial<Record<Language, string>> = {
  en: 'and,or,also,then',
  de: 'und,oder,auch',
  fr: 'et,ou,alors',
  es: 'y,o,entonces',
  pt: 'e,ou,então',
  it: 'e,o,allora',
  pl: 'a,i,albo',
  tr: 'peki,ya,ve',
  ru: 'а,и,или,тогда',
  uk: 'а,і,або,тоді',
}

type PointingOptions = {
  readonly languages: readonly Language[]
  /** It names a person, so "she" may be that person. */
  readonly namesSomebody: boolean
  /** It has only a few words of its own. */
  readonly isShort: boolean
}

/** True if the text points at an earlier message. */
export function pointsBack(text: string, options: PointingOptions): boolean {
  const { languages, namesSomebody, isShort } = options
  // In an unknown language, English is assumed: it is mixed into chats most often.
  const known = languages.length > 0 ? languages : (['en'] as const)
  return known.some((language) => {
    const unspaced = UNSPACED[language]
    if (unspaced !== undefined) {
      const [times, sure, faint] = unspaced
      const said = text.replaceAll(times, ' ')
      return sure.test(said) || (isShort && faint.test(said))
    }
    const pointers = POINTERS[language]
    if (pointers === undefined) return false
    const words = wordsThatPoint(text, language)
    const has = (list: string) => split(list).some((pointer) => points(words, pointer.split(' ')))
    return (
      has(pointers.sure) ||
      (!namesSomebody && has(pointers.person)) ||
      (isShort && (has(pointers.faint) || split(CONTINUE[language] ?? '').includes(words[0] ?? '')))
    )
  })
}

/* English "IT" is a trade. Of German words these point at nothing: the article of "das Auto", recognised by the
 * capital after it, the "Sie" that means you, the "es" of "gibt es". */
const NO_POINTERS: Partial<Record<Language, RegExp>> = {
  en: /(?<!\p{L})IT(?!\p{L})/gu,
  de: /(?<!\p{L})(?:[Dd]as(?=\s\p{Lu})|(?<=\p{Ll}\s)Sie(?!\p{L})|(?<=gibt\s)es(?!\p{L}))/gu,
}

function wordsThatPoint(text: string, language: Language): string[] {
  const noPointers = NO_POINTERS[language]
  return wordsOf(noPointers === undefined ? text : text.replaceAll(noPointers, ' '))
}

/** True if the pointer occurs among the words, and not before a time. */
function points(words: readonly string[], pointer: readonly string[]): boolean {
  return words.some((_, i) => {
    if (!pointer.every((part, j) => words[i + j] === part)) return false
    const next = words[i + pointer.length]
    return next === undefined || !TIMES.has(next)
  })
}

function split(list: string): string[] {
  return list.split(',').map((pointer) => pointer.trim())
}
