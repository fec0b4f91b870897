import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readWeights } from '../app/read-weights.ts'
import { DEFAULT_WEIGHTS } from '../engine/score/score.ts'
import { configurationDocs, readConfig } from './config.ts'
import { Settings, settingLabel } from './settings.ts'

describe('settings', () => {
  test('work without any', () => {
    expect(readConfig({}, null)).toMatchObject({
      EARSHOT_HOST: '127.0.0.1',
      EARSHOT_PORT: 3210,
      EARSHOT_MODEL: 'offline',
      EARSHOT_EMBEDDINGS: 'builtin',
    })
  })

  test('come from the file, and the environment wins', () => {
    const file = '{"EARSHOT_PORT": 1, "EARSHOT_HOST": "localhost", "EARSHOT_DEMO": false}'
    expect(readConfig({ EARSHOT_PORT: '2' }, file)).toMatchObject({
      EARSHOT_PORT: 2,
      EARSHOT_HOST: 'localhost',
      EARSHOT_DEMO: '0',
    })
  })

  test('an empty variable is one that is not set', () => {
    expect(readConfig({ DATABASE_URL: '', EARSHOT_PORT: '' }, null)).toMatchObject({
      EARSHOT_PORT: 3210,
    })
  })

  test.each([
    ['a port that is no number', { EARSHOT_PORT: 'abc' }, null, /EARSHOT_PORT/],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://x' }, null, /DATABASE_URL/],
    [
      'a base URL that is none',
      { EARSHOT_OPENAI_BASE_URL: 'localhost' },
      null,
      /EARSHOT_OPENAI_BASE_URL/,
    ],
    ['a file that is not JSON', {}, '{', /not JSON/],
    ['a file with a misspelt name', {}, '{"EARSHOT_PROT": 1}', /unknown setting "EARSHOT_PROT"/],
    ['a file that is a list', {}, '[]', /not an object/],
  ])('%s is refused by name', (_name, env, file, message) => {
    expect(() => readConfig(env, file)).toThrow(
      expect.objectContaining({ code: 'bad_config', message: expect.stringMatching(message) }),
    )
  })

  test('weights are given by name, and a wrong one is told by name', () => {
    const config = readConfig({ EARSHOT_SCORE_WEIGHTS: 'recency=0.2, usage=0' }, null)
    expect(readWeights(config.EARSHOT_SCORE_WEIGHTS).weights).toMatchObject({
      recency: 0.2,
      usage: 0,
      conversation: DEFAULT_WEIGHTS.conversation,
    })
    for (const wrong of ['speed=1', 'recency=2', 'recency', 'recency=x']) {
      expect(() => readConfig({ EARSHOT_SCORE_WEIGHTS: wrong }, null)).toThrow(wrong)
    }
  })

  test('each has a short label of its own', () => {
    const labels = Object.values(Settings.shape).map(settingLabel)
    for (const label of labels) {
      expect(label).toMatch(/^[A-Z].{2,39}$/)
      expect(label).not.toContain('EARSHOT_')
    }
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('docs/configuration.md says what the schema says; if not, run: npm run docs', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationDocs())
  })
})
