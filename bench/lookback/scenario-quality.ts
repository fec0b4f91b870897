import { isPlain, judgeScenario } from '../../test/look-back-scenarios/judge-scenario.ts'
import { SCENARIOS } from '../../test/look-back-scenarios/scenarios.ts'
import type { Captioned } from '../results.ts'

/** How many scenarios of a kind the look back gets wholly right: all that must be in, nothing that must be out. */
export type ScenarioQuality = {
  readonly kind: string
  readonly scenarios: number
  readonly right: number
}

/** Judges the scenarios of test/look-back-scenarios, kind by kind; those that need a database are left out. */
export function measureScenarios(): ScenarioQuality[] {
  const judged = SCENARIOS.filter(isPlain).map((scenario) => ({
    kind: scenario.kind ?? 'other',
    isEnglish: !LANGUAGE.test(scenario.name),
    isRight: judgeScenario(scenario).isRight,
  }))
  const kinds = [...new Set(judged.map(({ kind }) => kind))].sort()
  const count = (kind: string, some: typeof judged): ScenarioQuality => ({
    kind,
    scenarios: some.length,
    right: some.filter(({ isRight }) => isRight).length,
  })
  return [
    count('all', judged),
    count(
      'not in English',
      judged.filter(({ isEnglish }) => !isEnglish),
    ),
    ...kinds.map((wanted) =>
      count(
        wanted,
        judged.filter(({ kind }) => kind === wanted),
      ),
    ),
  ]
}

/** Scenarios in another language are named after it: "Polish: eggs from the village". */
const LANGUAGE =
  /^(Ukrainian|Russian|German|French|Turkish|Polish|Spanish|Italian|Portuguese|Indonesian|Chinese|Japanese|Korean|Hindi|Arabic)\b/

/** A row a kind. */
export function scenarioTable(rows: readonly ScenarioQuality[]): Captioned {
  return {
    caption: 'Scenarios (test/look-back-scenarios) that come out wholly right',
    table: [
      ['', 'scenarios', 'wholly right', ''],
      ...rows.map(({ kind, scenarios, right }) => [
        kind,
        String(scenarios),
        String(right),
        `${Math.round((100 * right) / scenarios)} %`,
      ]),
    ],
  }
}
