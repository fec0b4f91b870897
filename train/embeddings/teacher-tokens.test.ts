import { expect, test } from 'vitest'
import { teacherTokens } from './teacher-tokens.ts'

test.each([
  ['Hello, World!', ['hello', ',', 'world', '!']],
  ["don't $5+ko", ['don', "'", 't', '$', '5', '+', 'ko']],
  ['Café ÜBER naïve', ['cafe', 'uber', 'naive']],
  ['東京 is 大', ['東', '京', 'is', '大']],
  ['a\u0000\u200bb\tc', ['a', 'b', 'c']],
  ['ну да', ['ну', 'да']],
  [' \n', []],
])('%j is cut into %j', (text, tokens) => expect(teacherTokens(text)).toEqual(tokens))
