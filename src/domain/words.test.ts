import { describe, expect, test } from 'vitest'
import { isBareTag, withoutMentions } from './question.ts'
import { keywordsOf, sentencesOf, wordsOf } from './words.ts'

test.each([
  ['Don’t panic, it’s 10:30!', ['dont', 'panic', 'its', '10', '30']],
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
])('the sentences of %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

describe('a tag', () => {
  test.each([
    '@bot',
    '@bot ^',
    '@bot thoughts?',
    'what do you think @bot',
    '@bot can you help',
    '@bot что думаешь?',
    '@bot 你觉得呢',
    '🙃',
  ])('only points: %s', (text) => expect(isBareTag(withoutMentions(text))).toBe(true))
  test.each([
    '@bot when is the deploy?',
    '@bot where is the restaurant',
    '@bot когда встреча?',
    '@bot 餐厅几点关门',
  ])('has a subject of its own: %s', (text) => expect(isBareTag(withoutMentions(text))).toBe(false))
  test('a mention is cut out, an e-mail address is not', () => {
    expect(withoutMentions('@bot ask ann@example.org, @ann')).toBe('ask ann@example.org,')
  })
})
