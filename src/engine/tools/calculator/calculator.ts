import { z } from 'zod'
import { defineTool, textArg } from '../tool.ts'
import { calculate } from './calculate.ts'

/** Arithmetic, which language models get wrong. */
export const calculator = defineTool({
  name: 'calculator',
  description:
    'Calculates an expression: + - * / % ^, parentheses, 1_000, 1e9, "15% of 80", "200 + 10%", pi, e, sqrt abs round floor ceil min max ln log exp sin cos tan (radians).',
  schema: z.strictObject({
    expression: textArg(500).describe('Such as (1_200 + 19%) / 12'),
  }),
  run: async (_caller, { expression }) => ({ result: calculate(expression) }),
})
