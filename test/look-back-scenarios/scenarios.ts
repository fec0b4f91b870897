import { EVERYDAY } from './everyday.ts'
import { LANGUAGES } from './languages.ts'
import { NAMES } from './names.ts'
import { REPLIES } from './replies.ts'
import type { Scenario } from './scenario.ts'
import { SILENCE } from './silence.ts'
import { TAGGERS } from './taggers.ts'
import { TRANSPORT } from './transport.ts'

export { DAY, HOUR, type Line, type Scenario } from './scenario.ts'

export const SCENARIOS: readonly Scenario[] = [
  ...SILENCE,
  ...TAGGERS,
  ...REPLIES,
  ...TRANSPORT,
  ...NAMES,
  ...EVERYDAY,
  ...LANGUAGES,
]
