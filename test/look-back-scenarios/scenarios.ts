import { BARE } from './bare.ts'
import { CONTENT } from './content.ts'
import { EVERYDAY } from './everyday.ts'
import { LANGUAGES } from './languages.ts'
import { LISTS } from './lists.ts'
import { MOVED_ON } from './moved-on.ts'
import { NAMES } from './names.ts'
import { NICKNAMES } from './nicknames.ts'
import { NOTHING } from './nothing.ts'
import { POINTING } from './pointing.ts'
import { REPLIED } from './replied.ts'
import { REPLIES } from './replies.ts'
import { RESUMED } from './resumed.ts'
import type { Scenario } from './scenario.ts'
import { SHARED_WORDS } from './shared-words.ts'
import { SHORT_ANSWERS } from './short-answers.ts'
import { SILENCE } from './silence.ts'
import { STRANGERS } from './strangers.ts'
import { TAGGERS } from './taggers.ts'
import { TRANSPORT } from './transport.ts'
import { TWO_READINGS } from './two-readings.ts'

export { DAY, HOUR, type Line, type Scenario } from './scenario.ts'

export const SCENARIOS: readonly Scenario[] = [
  ...SILENCE,
  ...TAGGERS,
  ...REPLIES,
  ...TRANSPORT,
  ...NAMES,
  ...EVERYDAY,
  ...LANGUAGES,
  ...BARE,
  ...CONTENT,
  ...LISTS,
  ...MOVED_ON,
  ...NICKNAMES,
  ...NOTHING,
  ...POINTING,
  ...REPLIED,
  ...RESUMED,
  ...SHARED_WORDS,
  ...SHORT_ANSWERS,
  ...STRANGERS,
  ...TWO_READINGS,
]
