import type { Task } from '../src/domain/prompt.ts'
import type { LanguageModel, ModelCall, ModelReply } from '../src/models/language-model.ts'

/** What the model says to a kind of task: a text, a list of texts in turn, or a function of the call. */
export type Script = {
  /** `tag` follows the text of `summarise` where tags are requested with the summary. */
  readonly [Kind in Task['kind']]?:
    | string
    | readonly string[]
    | ((call: ModelCall) => Promise<string> | string)
}

export type ScriptedModel = LanguageModel & { readonly calls: ModelCall[] }

/** A language model that says what it is told to, and remembers what it was asked. */
export function scriptedModel(script: Script, reply: Partial<ModelReply> = {}): ScriptedModel {
  const calls: ModelCall[] = []
  return {
    id: 'scripted',
    provider: 'test',
    accepts: () => true,
    calls,
    complete: async (call) => {
      calls.push(call)
      const text = await say(script, call, calls)
      call.onText?.(text)
      return {
        text,
        modelId: 'scripted',
        provider: 'test',
        isExtract: false,
        inputTokens: 100,
        outputTokens: 10,
        fallbackReason: null,
        toolUses: [],
        ...reply,
      }
    },
  }
}

async function say(script: Script, call: ModelCall, calls: readonly ModelCall[]): Promise<string> {
  const { task } = call
  const text = await sayTo(task.kind, script, call, calls)
  const wantsTags = task.kind === 'summarise' && task.maxTags !== undefined
  if (!wantsTags || script.tag === undefined) return text
  return `${text}\n${await sayTo('tag', script, call, calls)}`
}

const NO_FACTS = '{"facts":[]}'

async function sayTo(
  kind: Task['kind'],
  script: Script,
  call: ModelCall,
  calls: readonly ModelCall[],
): Promise<string> {
  // Every quiet conversation is read for facts: few tests are about that.
  const told = script[kind] ?? (kind === 'extract-facts' ? NO_FACTS : undefined)
  if (told === undefined) throw new Error(`the model was not told what to say to "${kind}"`)
  if (typeof told === 'function') return told(call)
  if (typeof told === 'string') return told
  const asked = kind === 'tag' ? 'summarise' : kind
  const turn = calls.filter(({ task }) => task.kind === asked).indexOf(call)
  return told[turn] ?? told.at(-1) ?? ''
}

/** How often the model was asked each kind of thing, in order; reading for facts is told by the tests about it. */
export function kindsOf({ calls }: ScriptedModel): Task['kind'][] {
  return calls.map(({ task }) => task.kind).filter((kind) => kind !== 'extract-facts')
}
