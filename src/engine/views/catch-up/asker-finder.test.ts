import { expect, test } from 'vitest'
import { cpuTimer } from '../../../../test/cpu-timer.ts'
import { askerFinder } from './asker-finder.ts'

test.each([
  ['Ann', 'ann_k', 'Ann, can you?', true],
  ['Ann', 'ann_k', 'can ann bring it', true],
  ['Ann', 'ann_k', 'ask @ann_k', true],
  ['Ann', 'ann_k', 'ask @ann_kirsch', false],
  ['Ann', null, 'Anna will do it', false],
  ['Ann Lee', null, 'ann has it', true],
  ['Will Smith', 'wills', 'we will do it', false],
  ['Will Smith', 'wills', 'ask Will about it', true],
  ['Will Smith', 'wills', 'Will it rain?', false],
  ['Will Smith', 'wills', '@wills please', true],
  ['Оля', null, 'оля, ти де?', true],
  ['田中', null, '田中さん、来ますか', true],
  ['Ben Okafor', null, 'Ben did you pay the bill? it is late', true],
  ['Ben Okafor', null, 'ben can you call me', true],
  ['Ben Okafor', null, 'ben bugün gelmiyorum', false],
  ['Will', null, 'will you come?', false],
  ['Lucía Prado', null, 'lucia has pagado?', true],
  ['Jörg', null, 'joerg kommst du', true],
  ['Jörg', null, 'jorg kommst du', true],
  ['Олена', null, 'Олено, ти де?', true],
  ['Микола Гнатюк', null, 'Миколо, ви вдома?', true],
  ['Андрій', null, 'Андрію, чуєш', true],
  ['Тарас', null, 'Тарасе, ти йдеш?', true],
  ['Аня', null, 'ань ты где', true],
  ['Надя', null, 'надо ехать', false],
  ['Валентин', null, 'Валентина приехала', false],
  ['Kasia', null, 'Kasiu, kupisz chleb?', true],
  ['Maria', null, 'Mario has it', false],
  ['Γιώργος', null, 'Γιώργο, έρχεσαι;', true],
  ['Frau Lorenz', null, 'meine Frau kommt mit', false],
  ['Frau Lorenz', null, 'Frau Lorenz, haben Sie Zeit?', true],
  ['Dr. Ann Lee', null, 'ann is here', true],
  ['🌸 Ann', null, 'ann is here', true],
  ['A', null, 'a day', false],
  [null, null, 'anybody there?', false],
])('%s (%s) in %j: %s', (name, username, text, expected) => {
  expect(askerFinder(name, username)(text)).toBe(expected)
})

test.each([
  ['spaces', ' '.repeat(100_000)],
  ['a name without end', 'will '.repeat(20_000)],
  ['accents', 'e\u0301'.repeat(50_000)],
  ['handles', '@will'.repeat(20_000)],
])('%s of 100 kB are read in time', (_, text) => {
  const elapsed = cpuTimer()
  for (const name of ['Will Smith', 'Олена', 'Ann']) askerFinder(name, 'wills')(`x${text}x`)
  expect(elapsed()).toBeLessThan(2_000)
})
