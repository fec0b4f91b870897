import { describe, expect, test } from 'vitest'
import {
  call,
  found,
  modelAt,
  PROVIDERS,
  type Provider,
  reader,
  toolBox,
} from '../../../test/provider-server/ask.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import type { ToolBox } from '../language-model.ts'

const server = useProviderServer()

const lookUp = (word: string) => ({ name: 'look_up', args: JSON.stringify({ word }) })
const asks = (...calls: { name: string; args: string }[]) => ({ kind: 'tools' as const, calls })
const bodyOf = (request: number) => JSON.parse(server.requests[request]?.body ?? '{}')

const SCHEMA = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
const LOOK_UP = { name: 'look_up', description: 'Looks up a word.' }
const declared = (schema: string) => expect.objectContaining({ ...LOOK_UP, [schema]: SCHEMA })
const chatTool = { tools: [{ type: 'function', function: declared('parameters') }, {}] }

/** How each vendor gets the tools, their results, and that no more calls are allowed. */
const WIRE: Record<
  Provider,
  { declared: unknown; result: unknown; failure: unknown; shut: unknown }
> = {
  google: {
    declared: { tools: [{ functionDeclarations: [declared('parameters'), {}] }] },
    result: { functionResponse: { name: 'look_up', response: { content: { hits: 3 } } } },
    failure: { functionResponse: { name: 'look_up', response: { content: 'no such word' } } },
    shut: { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
  },
  openai: {
    declared: chatTool,
    result: { role: 'tool', tool_call_id: 'call_0', content: '{"hits":3}' },
    failure: { role: 'tool', tool_call_id: 'call_0', content: 'no such word' },
    shut: { tool_choice: 'none', ...chatTool },
  },
  anthropic: {
    declared: { tools: [declared('input_schema'), {}] },
    result: { type: 'tool_result', tool_use_id: 'toolu_0', content: '{"hits":3}' },
    failure: { type: 'tool_result', content: 'no such word', is_error: true },
    shut: { tool_choice: { type: 'none' }, tools: [declared('input_schema'), {}] },
  },
  compatible: {
    declared: chatTool,
    result: { role: 'tool', tool_call_id: 'call_0', content: '{"hits":3}' },
    failure: { role: 'tool', tool_call_id: 'call_0', content: 'no such word' },
    shut: { tool_choice: 'none', ...chatTool },
  },
}
/** The tool results of a request, in order, as that vendor is sent them. */
const resultsIn = (request: number) =>
  objectsIn(bodyOf(request)).filter(
    (part) => part.type === 'tool_result' || part.role === 'tool' || 'functionResponse' in part,
  )
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

describe.each(
  PROVIDERS.flatMap((provider) => [false, true].map((watched) => ({ provider, watched }))),
)('$provider, watched: $watched', ({ provider, watched }) => {
  const ask = async (tools: ToolBox, signal?: AbortSignal) => {
    const onText = watched ? reader().onText : undefined
    return (await modelAt(server, provider)).complete(call({ tools, onText, signal }))
  }

  test('is told of the tools, has them run, and answers from what they found', async () => {
    server.faults.push({ ...asks(lookUp('thai')), text: 'Let me look that up.' })
    const box = toolBox(async () => found({ hits: 3 }))
    expect(await ask(box)).toMatchObject({
      text: 'Bob named the thai restaurant [3].',
      inputTokens: 22,
      outputTokens: 14,
      toolUses: [{ name: 'look_up', ms: expect.any(Number), failed: null }],
    })
    expect(box.runs).toEqual([['look_up', { word: 'thai' }]])
    expect(bodyOf(0)).toMatchObject(WIRE[provider].declared as object)
    expect(resultsIn(1)).toMatchObject([WIRE[provider].result])
  })

  test('reads why a tool failed', async () => {
    server.faults.push(asks(lookUp('thai')))
    const box = toolBox(async () => ({ output: null, failed: 'no such word' }))
    const { toolUses } = await ask(box)
    expect(toolUses).toMatchObject([{ name: 'look_up', failed: 'no such word' }])
    expect(resultsIn(1)).toMatchObject([WIRE[provider].failure])
  })

  test('has the tools it asks for at once run at once, each answered in its place', async () => {
    server.faults.push(asks(lookUp('first'), lookUp('second')))
    let release = () => {}
    const secondRuns = new Promise<void>((resolve) => {
      release = resolve
    })
    const box = toolBox(async (_, args) => {
      if (JSON.stringify(args).includes('second')) release()
      await secondRuns
      return found(args)
    })
    expect((await ask(box)).toolUses).toHaveLength(2)
    const [first, second] = resultsIn(1).map((part) => JSON.stringify(part))
    expect(first).toContain('first')
    expect(second).toContain('second')
  })

  test.each(['made_up', 'functions.look_up', 'constructor', 'a b'])(
    'is told that there is no tool "%s"',
    async (name) => {
      server.faults.push(asks({ name, args: '{"word":"x"}' }, lookUp('thai')))
      const box = toolBox()
      const reply = await ask(box)
      expect(reply).toMatchObject({ isExtract: false, toolUses: [{ name: 'unknown' }, {}] })
      expect(box.runs).toEqual([['look_up', { word: 'thai' }]])
      expect(JSON.stringify(resultsIn(1)[0])).toContain('Available tools: look_up, get_time')
    },
  )

  // Google has no arguments but an object, and Anthropic none outside a stream.
  const isFreeText =
    provider === 'openai' || provider === 'compatible' || (provider === 'anthropic' && watched)
  test.runIf(isFreeText)('is told that its arguments are no JSON', async () => {
    server.faults.push(asks({ name: 'look_up', args: '{"word": "th' }))
    const box = toolBox()
    const { toolUses } = await ask(box)
    expect(toolUses).toEqual([
      { name: 'look_up', ms: 0, failed: 'Not run: the arguments are not valid.' },
    ])
    expect(box.runs).toEqual([])
    expect(JSON.stringify(resultsIn(1))).toContain('JSON parsing failed')
  })

  test('may ask again for so many rounds, then it must answer', async () => {
    server.faults.push(asks(lookUp('a')), asks(lookUp('b')))
    const { toolUses } = await ask(toolBox())
    expect(toolUses).toHaveLength(2)
    expect(server.requests).toHaveLength(3)
    expect(bodyOf(2)).toMatchObject(WIRE[provider].shut as object)
    expect(bodyOf(1)).not.toMatchObject(WIRE[provider].shut as object)
  })

  test('that asks for tools in the last round is not heard, but what it says is', async () => {
    const last = asks(lookUp('c'))
    server.faults.push(asks(lookUp('a')), asks(lookUp('b')), { ...last, text: 'Thai, I think.' })
    const box = toolBox()
    expect(await ask(box)).toMatchObject({ text: 'Thai, I think.', isExtract: false })
    expect(box.runs).toHaveLength(2)
  })

  test('that says nothing after its tools gives way to an extract', async () => {
    server.faults.push(asks(lookUp('a')), { kind: 'empty-text' })
    const reply = await ask(toolBox())
    expect(reply).toMatchObject({ isExtract: true, toolUses: [] })
    expect(reply.fallbackReason).toContain('sent an empty answer')
  })

  test('is asked again alone when a round fails: no tool runs twice', async () => {
    const busy = { kind: 'status', status: 429, headers: { 'retry-after': '0' } } as const
    server.faults.push(busy, asks(lookUp('a')), busy)
    const box = toolBox()
    expect(await ask(box)).toMatchObject({ isExtract: false, inputTokens: 22 })
    expect(box.runs).toHaveLength(1)
    expect(server.requests).toHaveLength(4)
  })
})
