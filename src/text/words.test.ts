import { describe, expect, test } from 'vitest'
import { isBareTag, withoutMentions } from '../domain/question.ts'
import { keywordsOf, sentencesOf, wordsOf } from './words.ts'

test.each([
  ['Don’t panic, it’s 10:30!', ['dont', 'panic', 'its', '10', '30']],
  ["Don't panic, it's 10:30!\u0000", ['dont', 'panic', 'its', '10', '30']],
  ['ＦＵＬＬ width', ['full', 'width']],
  ['Київ – це місто', ['київ', 'це', 'місто']],
  ['東京都に行く', ['東京', '京都', '都に', 'に行', '行く']],
  ['iPhone用', ['iphone', '用']],
  ['🙃 …', []],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('keywords are distinct and carry a subject', () => {
  expect(keywordsOf('What is the restaurant, the Thai restaurant?')).toEqual(['restaurant', 'thai'])
})

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['no stop\nnew line', ['no stop', 'new line']],
  ['吃饭吗？好的。', ['吃饭吗？', '好的。']],
  ['v1.2.3 is out', ['v1.2.3 is out']],
  ['Mrs. Hall has the key. Ask her.', ['Mrs. Hall has the key.', 'Ask her.']],
  ['Bring fruit, e.g. apples. Or not!', ['Bring fruit, e.g. apples.', 'Or not!']],
  ['J. R. Ewing, St. Mary’s St. at 5 p.m. sharp', ['J. R. Ewing, St. Mary’s St. at 5 p.m. sharp']],
  ['1. Milk\n2. Eggs. Ten\n10. Oil', ['1. Milk', '2. Eggs.', 'Ten', '10. Oil']],
  ['We need 3. Four is too many.', ['We need 3.', 'Four is too many.']],
  ['ул. Садовая, д. 5. Жду в 7', ['ул. Садовая, д. 5.', 'Жду в 7']],
  ['Kommt z. B. Jan? Ja.', ['Kommt z. B. Jan?', 'Ja.']],
])('the sentences of %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

/* Mentions of a bot in a group, in the languages our users write: grouped by whether a reader of the mention alone
 * would know the subject. */
const ONLY_POINTS = `
@bot | @bot ^ | ^^ @bot | @bot ? | @bot !!! | 🙃 @bot 👆 | @bot thoughts? | any thoughts @bot? | @bot any ideas?
what do you think @bot | @bot what do you think about this? | @bot can you help | @bot can you help us out?
@bot chime in please | @bot help | hey @bot what would you do here | @bot is that right? | @bot is he right?
@bot wdyt | @bot tldr | @bot summarize please | @bot can you explain that? | @bot your opinion?
@bot please advise | @bot do you agree? | @bot who is right here? | @bot what should we do? | @bot see above
@bot что думаешь? | @bot помоги | @bot ты что скажешь? | @bot есть идеи? | @bot это правда? | @bot подскажи, пожалуйста
@bot що думаєш? | @bot допоможи нам | @bot was meinst du? | @bot kannst du helfen | @bot stimmt das? | @bot ideen?
@bot ¿qué opinas? | @bot ayuda | @bot ¿puedes ayudarnos? | @bot ¿es cierto? | @bot qu'en penses-tu ? | @bot une idée ?
@bot tu peux aider ? | @bot cosa ne pensi? | @bot puoi aiutarci? | @bot o que você acha? | @bot pode ajudar?
@bot co o tym sądzisz? | @bot ne düşünüyorsun? | @bot 你觉得呢 | @bot 怎么看 | @bot 怎么办？ | @bot どう思いますか？ | @bot 教えて`
const HAS_SUBJECT = `
@bot when is the deploy? | @bot where is the restaurant | @bot what is the wifi password | @bot who books the train?
@bot translate "good morning" into Thai | @bot why does pip fail on python 3.12? | @bot how much is the rent?
@bot когда встреча? | @bot какой пароль от вайфая | @bot сколько стоит билет? | @bot де зустріч завтра о десятій?
@bot wann fährt der Zug? | @bot wo liegt der Schlüssel | @bot ¿a qué hora cierra el restaurante? | @bot où est la réunion ?
@bot a che ora parte il treno? | @bot quanto custa o bilhete? | @bot ile kosztuje bilet? | @bot tren kaçta kalkıyor?
@bot 餐厅几点关门 | @bot 火车票多少钱 | @bot 会議は何時からですか`
const split = (list: string) =>
  list.split(/[|\n]/).flatMap((text) => (text.trim() === '' ? [] : [text.trim()]))

describe('a tag', () => {
  test.each(split(ONLY_POINTS))('only points: %s', (text) => {
    expect(isBareTag(withoutMentions(text))).toBe(true)
  })
  test.each(split(HAS_SUBJECT))('has a subject of its own: %s', (text) => {
    expect(isBareTag(withoutMentions(text))).toBe(false)
  })
  test('a mention is cut out, an e-mail address is not', () => {
    expect(withoutMentions('@bot ask ann@example.org, @ann')).toBe('ask ann@example.org,')
  })
})
