/* Words that carry no subject, in the languages our users mostly write. Short on purpose: rare words are found by
 * counting; this list only prevents the commonest from ever counting as a subject. */

const BY_LANGUAGE = {
  en: `a about after all also am an and any are as at be because been but by can could did do does
    doing done for from get got had has have he her here him his how i if im in into is it its just
    like me more my no not now of off ok okay on one or our out over please she should so some than
    thanks that the their them then there these they thing things think this those to too up us very
    was we were what when where which who why will with would yeah yes you your dont cant isnt thats
    whats lets ill ive id youre were theyre didnt doesnt wont hi hello hey well really much many only
    other same such anyone someone something anything everything maybe again still even most need want
    know see say said go going good make made let look way back`,
  de: `aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dir doch du
    ein eine einem einen einer er es für hat hast habe haben ich ihr im in ist ja kann mal man mein
    mich mir mit nach nein nicht noch nur oder schon sehr sein sich sie sind so und uns von vor war
    was weil wenn wer wie wir wird zu zum zur`,
  fr: `à au aux avec ce ces cette dans de des du elle en est et eu il ils je la le les leur lui ma
    mais me mes moi mon ne nos notre nous on ou où par pas pour qu que qui sa se ses son sont sur ta
    te tes toi ton tu un une vos votre vous oui non bien très`,
  es: `a al algo como con de del el ella en es esta este esto hay la las le lo los mas más me mi muy
    no nos o para pero por que qué se si sí sin sobre son su sus te tu un una uno y ya yo`,
  pt: `a ao aos as até com como da das de do dos e é ela ele em era essa esse esta este eu foi já mais mas
    me meu minha muito na não nas no nos nós o os ou para pela pelo por que quem se sem ser só sua seu são
    também te tem um uma você vocês`,
  it: `a ai al alla anche che chi ci come con da dal dei del della delle di e è fra gli ha hai ho i il in io
    la le lei lo loro lui ma mi mia mio nel nella noi non o per più se sei si sono su sul ti tra tu un una
    uno voi`,
  pl: `a ale bo by był była być ci co czy dla do go i ich ja jak jest już jej jego mi mnie my na nad nie no o
    od on ona po pod przez się są tak też tego tej ten to tu ty tym w we wy z za ze że`,
  tr: `ama ben bir biz bu çok da daha de değil diye en gibi hem için ile ise kadar ki mi mı mu mü ne o olan
    sen siz şu var ve veya ya yok`,
  ru: `а без бы был была были быть в вам вас все всё вы где да для до его ее её если есть еще ещё же за
    и из или им их к как когда кто ли мне мы на надо нас не нет но ну о он она они от по при с так
    там то только тут ты у уже что чтобы это этот я`,
  uk: `але б бо був була були бути в ви все де для до є за з зі і із й його її їх як коли ми мене мені
    на нам нас не ні о під по про та так там те ти то тут у усе хто це цей чи що щоб я`,
} as const

const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.split(/\s+/)),
)

/** True for a word without information about the subject. Expects a folded word (see wordsOf). */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
