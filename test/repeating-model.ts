import { type ScriptedModel, scriptedModel } from './scripted-model.ts'

const WORD = /xq\d+z/g

/**
 * A model that repeats every word of the form `xq1z` that it is shown, by tools too: in answers, summaries, tags and
 * rewritten questions. `meanwhile` is called once for each call.
 */
export function repeatingModel(meanwhile: () => Promise<void>): ScriptedModel {
  const words = (text: unknown) => [...new Set(JSON.stringify(text).match(WORD))]
  const repeat = async (text: unknown) => {
    await meanwhile()
    return words(text)
  }
  return scriptedModel({
    answer: async ({ prompt, tools }) => {
      const found = await Promise.all(
        ['search_messages', 'search_files', 'recall'].map((name) =>
          tools?.run(name, { query: 'the plan of the week' }, new AbortController().signal),
        ),
      )
      return `They said ${(await repeat({ prompt, found })).join(' ')}.`
    },
    summarise: async ({ prompt }) => `- ${(await repeat(prompt)).join(' ')}`,
    tag: async ({ prompt }) =>
      JSON.stringify({
        tags: (await repeat(prompt)).slice(0, 3).map((tag) => ({ tag, conf: 0.9 })),
      }),
    'match-topics': async ({ prompt }) =>
      JSON.stringify({
        candidates: (await repeat(prompt))
          .slice(0, 1)
          .map((slug) => ({ slug, label: slug, score: 0.9, rationale: '' })),
      }),
    // A fact of each line, in the words of the line.
    'extract-facts': async ({ task }) => {
      await meanwhile()
      const lines = task.kind === 'extract-facts' ? task.lines : []
      const facts = lines.slice(-20).flatMap(({ number, speaker, text }) => {
        const subject = { kind: 'person', person: speaker }
        const said = { said_by: speaker, lines: [number], confidence: 0.9, explicit: true }
        return words(text).map((value) => {
          const stated = { attribute: 'possession', value, text: `${speaker} has ${value}` }
          return { subject, ...stated, ...said, until: '2030-01-01' }
        })
      })
      return JSON.stringify({ facts: facts.slice(0, 20) })
    },
    rewrite: ({ prompt }) => JSON.stringify({ query: words(prompt).join(' ') }),
    grade: '{"relevant":[]}',
    decline: 'No.',
    'check-scope': '{"score":90,"reason":""}',
  })
}
