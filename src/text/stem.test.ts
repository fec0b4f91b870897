import { describe, expect, test } from 'vitest'
import { stem } from './stem.ts'

/* Each line: forms of one word, which a search must treat as equal. */
const ALIKE = `
paint paints painted painting
camp camps camped camping
family families
hope hoped hoping hopes
adopt adopted adoption adopting
relate relation relational relating
happy happiness
agree agreed agreeing
stop stopped stopping
buy bought buying
take took taken taking
go went gone
child children
собака собаки собаку собакой собаками собак
делать делал делала делали делает делаю делаешь
работа работы работу работает работать работал
смотреть смотрел смотрит смотрю
билет билеты билетов
красивый красивая красивого красивыми
заниматься занимается занимался
ёлка елка ёлки
книга книги книгу
читати читав читала читає
casa casas
`

describe('forms of one word share a stem', () => {
  test.each(ALIKE.trim().split('\n'))('%s', (line) => {
    expect(new Set(line.split(' ').map(stem)).size).toBe(1)
  })
})

test.each([
  ['wander', 'wonder'],
  ['police', 'polish'],
  ['sing', 'sign'],
  ['ring', 'red'],
  ['bus', 'buy'],
  ['собака', 'соба'],
  ['дом', 'дым'],
  ['книга', 'книжный'],
])('%s and %s stay apart', (one, other) => {
  expect(stem(one)).not.toBe(stem(other))
})

test.each(['', 'a', 'is', '5k', '24th', '東京', 'שלום', 'नमस्ते', 'мы', 'b2b'])(
  '%j stays as it is',
  (word) => {
    expect(stem(word)).toBe(word)
  },
)

/* The worked examples of the published rules, one of each. */
test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['feed', 'feed'],
  ['plastered', 'plaster'],
  ['conflated', 'conflat'],
  ['falling', 'fall'],
  ['hissing', 'hiss'],
  ['filing', 'file'],
  ['sky', 'sky'],
  ['vietnamization', 'vietnam'],
  ['sensibiliti', 'sensibl'],
  ['triplicate', 'triplic'],
  ['electrical', 'electr'],
  ['goodness', 'good'],
  ['replacement', 'replac'],
  ['adoption', 'adopt'],
  ['probate', 'probat'],
  ['rate', 'rate'],
  ['controll', 'control'],
  ['roll', 'roll'],
])('%s gives %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})
