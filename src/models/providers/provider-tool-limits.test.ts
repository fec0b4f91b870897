import { describe, expect, test } from 'vitest'
import { call, found, modelAt, PROVIDERS, toolBox } from '../../../test/provider-server/ask.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import type { ToolBox } from '../language-model.ts'

const server = useProviderServer()

const lookUp = (word: string) => ({ name: 'look_up', args: JSON.stringify({ word }) })
const asks = (...words: string[]) => ({ kind: 'tools' as const, calls: words.map(lookUp) })
const hang = () => new Promise<never>(() => {})

describe.each(PROVIDERS)('%s', (provider) => {
  const ask = async (tools: ToolBox, timeoutMs = 30_000, signal?: AbortSignal) =>
    (await modelAt(server, provider, { timeoutMs })).complete(call({ tools, signal }))

  test('that asks for a hundred tools at once has eight run, in each round', async () => {
    const words = Array.from({ length: 100 }, (_, i) => `word ${i}`)
    server.faults.push(asks(...words), asks('one', 'two'))
    const box = toolBox()
    const { toolUses } = await ask(box)
    expect(box.runs).toHaveLength(8 + 2)
    expect(toolUses.filter(({ failed }) => failed === null)).toHaveLength(8 + 2)
    expect(toolUses).toHaveLength(100 + 2)
    expect(server.requests[1]?.body.split('at most 8 tools at once')).toHaveLength(92 + 1)
  })

  test('is told when the time for tools is up, and no more are run', async () => {
    server.faults.push(asks('a', 'b'), asks('c'))
    const signals: AbortSignal[] = []
    const box = toolBox(
      async (_, __, signal) => {
        signals.push(signal)
        return hang()
      },
      { timeoutMs: 20 },
    )
    const reply = await ask(box)
    expect(reply).toMatchObject({ isExtract: false })
    expect(box.runs).toHaveLength(2)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    const timeIsUp = { failed: expect.stringContaining('time for tools is up') }
    expect(reply.toolUses).toMatchObject([timeIsUp, timeIsUp, timeIsUp])
    expect(server.requests[2]?.body.split('time for tools is up')).toHaveLength(3 + 1)
  })

  test('is told that a tool broke, and nothing of what broke', async () => {
    server.faults.push(asks('throws', 'circular'))
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const box = toolBox(async (_, args) => {
      if (JSON.stringify(args).includes('throws')) throw new Error('password=hunter2')
      return found(circle)
    })
    const broken = { failed: 'The tool broke. Answer without it.' }
    expect(await ask(box)).toMatchObject({ isExtract: false, toolUses: [broken, broken] })
    expect(server.requests[1]?.body).not.toContain('hunter2')
  })

  test('without rounds or without tools is told of none', async () => {
    await ask(toolBox(undefined, { maxRounds: 0 }))
    await ask(toolBox(undefined, { tools: [] }))
    for (const { body } of server.requests) expect(body).not.toContain('tool')
  })

  test('that asks for a tool it was never told of gives way to an extract', async () => {
    server.faults.push(asks('a'))
    const reply = await (await modelAt(server, provider)).complete(call())
    expect(reply).toMatchObject({ isExtract: true, toolUses: [] })
  })

  test('whose tools hang gives way at its own deadline', async () => {
    server.faults.push(asks('a'))
    const reply = await ask(toolBox(hang), 60)
    expect(reply).toMatchObject({ isExtract: true })
    expect(reply.fallbackReason).toContain('did not answer within 0.06 s')
  })

  test('whose tools hang is left when the caller leaves', async () => {
    server.faults.push(asks('a'))
    const caller = new AbortController()
    const box = toolBox(() => {
      caller.abort(new Error('the caller left'))
      return hang()
    })
    await expect(ask(box, 30_000, caller.signal)).rejects.toThrow('the caller left')
    expect(server.requests).toHaveLength(1)
  })
})
