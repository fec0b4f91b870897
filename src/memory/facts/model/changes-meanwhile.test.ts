import { describe, expect, test } from 'vitest'
import { admin } from '../../../../test/deps.ts'
import { dyingWorker, untilDead } from '../../../../test/dying-worker.ts'
import { factsIn, factsWorld, factTexts, personOf } from '../../../../test/facts-world.ts'
import { type Script, scriptedModel } from '../../../../test/scripted-model.ts'
import { useOwnDatabase } from '../../../../test/with-db.ts'
import type { Values } from '../../../config/config.ts'
import type { ChatId, FactId } from '../../../domain/ids.ts'
import type { ModelCall } from '../../../models/language-model.ts'
import type { MemoryDeps } from '../../deps.ts'
import { extractChatFacts } from '../extract-chat-facts.ts'

/* What happens while a model reads a conversation, and when it reads one again: it words a fact in another way each time. */

const all = useOwnDatabase()
const BUSY = { code: 'work_in_progress' }

/** States of each line what the line says of a town. */
function townsOf({ task }: ModelCall, wording = 'lives in'): string {
  const lines = task.kind === 'extract-facts' ? task.lines : []
  const facts = lines.flatMap(({ number, speaker, text }) => {
    const [, value] = /\b(Lisbon|Porto|Faro|Braga)\b/.exec(text) ?? []
    if (value === undefined) return []
    const subject = { kind: 'person', person: speaker }
    const said = {
      said_by: speaker,
      lines: [number],
      confidence: 0.9,
      explicit: !/maybe/.test(text),
    }
    return { subject, attribute: 'home', value, text: `${speaker} ${wording} ${value}`, ...said }
  })
  return JSON.stringify({ facts })
}

async function world(facts: Script['extract-facts'] = (call) => townsOf(call), env: Values = {}) {
  const it = await all.fresh()
  const model = scriptedModel({
    'extract-facts': facts,
    ...{ answer: 'Noted.', summarise: '- Hm', tag: '{"tags":[]}' },
  })
  const built = factsWorld(it, model, env)
  const asked = () => model.calls.filter(({ task }) => task.kind === 'extract-facts').length
  const chatId = async () => {
    const [row] = await it.database.asOwner((db) =>
      db.query<{ id: ChatId }>('select id from chats where workspace_id = $1', [it.workspaceId]),
    )
    return row?.id as ChatId
  }
  const read = async (deps: MemoryDeps = built.deps) =>
    extractChatFacts({ workspaceId: it.workspaceId, chatId: await chatId() }, deps)
  const readAgain = async () => {
    await it.database.asOwner((db) =>
      db.query('update conversations set facts_through = null where workspace_id = $1', [
        it.workspaceId,
      ]),
    )
    await read()
  }
  const target = (messageId: string) => ({ channel: 'api', externalId: 'team', messageId })
  const send = (lines: readonly (readonly [string, string])[]) => built.send(lines, { isOne: true })
  return { ...built, send, model, asked, read, readAgain, target }
}

const HOME = 'Lisbon it is for us'

describe('while a model reads a conversation', () => {
  test.each(['edited', 'deleted'])(
    'a message is %s: nothing of its old text is stored, the new one is read',
    async (how) => {
      let happens = async () => {}
      const { it, engine, send, pass, now, read, target, asked } = await world(async (call) => {
        const stated = townsOf(call)
        await happens()
        return stated
      })
      const [, old = ''] = await send([
        ['Ann', HOME],
        ['Ann', 'Porto before that, for us'],
      ])
      pass({ minutes: 600 })
      happens = async () => {
        happens = async () => {}
        if (how === 'deleted') await engine.delete(admin(it), target(old))
        else await engine.edit(admin(it), target(old), { text: 'Faro', editedAt: now() })
      }
      await read()
      expect(await factsIn(it)).toEqual([])
      await read()
      const values = (await factsIn(it)).map(({ value }) => value).sort()
      expect(values).toEqual(how === 'deleted' ? ['Lisbon'] : ['Faro', 'Lisbon'])
      expect(asked()).toBe(2)
    },
  )

  test('a message arrives: it is read with the others', async () => {
    let happens = async () => {}
    const { it, send, pass, read } = await world(async (call) => {
      const stated = townsOf(call)
      await happens()
      return stated
    })
    await send([['Ann', HOME]])
    pass({ minutes: 600 })
    happens = async () => {
      happens = async () => {}
      pass({ minutes: -600 })
      await send([['Ann', 'just kidding']])
      pass({ minutes: 600 })
    }
    await read()
    await read()
    expect(await factsIn(it)).toEqual([])
  })

  test.each(['optOut', 'forget'] as const)('its author %s: nothing is stored', async (verb) => {
    let happens = async () => {}
    const { it, memory, send, pass, read } = await world(async (call) => {
      const stated = townsOf(call)
      await happens()
      return stated
    })
    await send([['Ann', HOME]])
    pass({ minutes: 600 })
    happens = async () => {
      happens = async () => {}
      if (verb === 'forget') await memory.forget(admin(it), 'api:ann')
      else await memory.optOut(admin(it), String(await personOf(it, 'ann')), true)
    }
    await read()
    await read()
    expect(await factsIn(it)).toEqual([])
  })

  test('its messages move to another chat: nothing is stored in the old one', async () => {
    let happens = async () => {}
    const { it, send, pass, read } = await world(async (call) => {
      const stated = townsOf(call)
      await happens()
      return stated
    })
    await send([['Ann', HOME]])
    pass({ minutes: 600 })
    happens = () =>
      it.database.asOwner(async (db) => {
        await db.query(
          `insert into chats (workspace_id, channel, external_id, kind) values ($1, 'api', 'new', 'group')`,
          [it.workspaceId],
        )
        for (const table of ['messages', 'conversations', 'conversation_members']) {
          await db.query(
            `update ${table} set chat_id = (select max(id) from chats where workspace_id = $1)
              where workspace_id = $1`,
            [it.workspaceId],
          )
        }
      })
    await read()
    expect(await factsIn(it)).toEqual([])
  })

  test('another worker does not, and one that took over is not written over', async () => {
    let happens = async () => {}
    const { it, send, pass, read, asked } = await world(async (call) => {
      const stated = townsOf(call)
      await happens()
      return stated
    })
    await send([['Ann', HOME]])
    pass({ minutes: 600 })
    happens = async () => {
      happens = async () => {}
      await expect(read()).rejects.toMatchObject(BUSY)
      // It sleeps for longer than its lease lasts.
      pass({ minutes: 1 })
      await read()
    }
    await expect(read()).rejects.toMatchObject(BUSY)
    expect(await factsIn(it)).toMatchObject([{ value: 'Lisbon', times: 1 }])
    expect(asked()).toBe(2)
  })

  test('its worker dies, wherever it dies: the next one stores each fact once', async () => {
    let isFinished = false
    for (let step = 1; !isFinished; step += 1) {
      const { it, deps, send, pass, read, asked } = await world()
      await send([
        ['Ann', HOME],
        ['Ann', 'I live in Rome'],
      ])
      pass({ minutes: 600 })
      isFinished = await untilDead(dyingWorker(deps, step), (mortal) => read(mortal))
      pass({ minutes: 1 })
      await read()
      await read()
      const facts = await factsIn(it)
      expect(facts.map(({ text, times }) => [text, times]).sort()).toEqual([
        ['Ann lives in Lisbon', 1],
        ['Ann lives in Rome', 1],
      ])
      // A conversation that one worker was asked about and the next again: two calls, never three.
      expect(asked()).toBeLessThanOrEqual(3)
    }
  })
})

describe('when a model reads a conversation again', () => {
  test('a fact in other words is the same fact', async () => {
    let wording = 'lives in'
    const { it, send, settle, readAgain, asked } = await world((call) => townsOf(call, wording))
    await send([['Ann', HOME]])
    await settle()
    const [before] = await factsIn(it)
    wording = 'has settled in'
    await readAgain()
    expect(asked()).toBe(2)
    expect(await factsIn(it)).toMatchObject([{ id: before?.id, times: 1 }])
  })

  test('a fact that it does not find again goes, those of the rules stay', async () => {
    let isSilent = false
    const { it, send, settle, readAgain } = await world((call) =>
      isSilent ? '{"facts":[]}' : townsOf(call),
    )
    await send([
      ['Ann', HOME],
      ['Bob', 'I live in Rome'],
    ])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann lives in Lisbon', 'Bob lives in Rome'])
    isSilent = true
    await readAgain()
    expect(await factTexts(it)).toEqual(['Bob lives in Rome'])
  })

  test('what a person rejected does not come back, whatever its value is called', async () => {
    let isWide = false
    const { it, memory, send, settle, readAgain } = await world((call) =>
      isWide ? townsOf(call).replace('"value":"Lisbon"', '"value":"Lisbon town"') : townsOf(call),
    )
    await send([['Ann', HOME]])
    await settle()
    const id = (await factsIn(it))[0]?.id as FactId
    await memory.facts.edit(admin(it), id, { text: null, status: 'rejected', isPinned: null })
    isWide = true
    await readAgain()
    expect(await factsIn(it)).toEqual([])
  })

  test('without the model, over its limit, its facts stay; a joke takes them back all the same', async () => {
    const { it, deps, send, settle, read, readAgain, pass } = await world()
    await send([['Ann', HOME]])
    await settle()
    const poor = { ...deps, settings: { ...deps.settings, dailyTokens: 1 } }
    await it.database.asOwner((db) =>
      db.query('update conversations set facts_through = null where workspace_id = $1', [
        it.workspaceId,
      ]),
    )
    await read(poor)
    expect(await factTexts(it)).toEqual(['Ann lives in Lisbon'])
    pass({ minutes: -599 })
    await send([['Ann', 'just kidding']])
    pass({ minutes: 600 })
    await read(poor)
    expect(await factTexts(it)).toEqual([])
    await readAgain()
    expect(await factTexts(it)).toEqual([])
  })

  test('lines that were read before are context: a fact of them is neither found nor lost', async () => {
    const { it, send, settle, pass } = await world((call) =>
      townsOf(call).includes('Porto') ? '{"facts":[]}' : townsOf(call),
    )
    await send([['Ann', HOME]])
    await settle()
    pass({ minutes: -599 })
    await send([['Ann', 'Porto was lovely too, for us']])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann lives in Lisbon'])
  })

  test('nor does it find another one in them', async () => {
    const { it, send, settle, pass, asked } = await world((call) =>
      asked() > 1
        ? townsOf(call).replace('"value":"Lisbon"', '"value":"Lisbon town"')
        : townsOf(call),
    )
    await send([['Ann', HOME]])
    await settle()
    pass({ minutes: -599 })
    await send([['Ann', 'it was lovely too, for us']])
    await settle()
    expect(asked()).toBe(2)
    expect(await factsIn(it)).toMatchObject([{ value: 'Lisbon', times: 1 }])
  })
})

describe('facts that wait for review', () => {
  const review = async (mode: string, facts?: Script['extract-facts']) => {
    const made = await world(facts, { EARSHOT_FACTS_REVIEW: mode })
    const waiting = () => factTexts(made.it, { statuses: ['proposed'] })
    const decide = async (text: string, status: 'active' | 'rejected') => {
      const found = await factsIn(made.it, { statuses: ['proposed'] })
      const id = found.find((one) => one.text === text)?.id as FactId
      await made.memory.facts.edit(admin(made.it), id, { text: null, status, isPinned: null })
    }
    return { ...made, waiting, decide }
  }

  test('are by default none', async () => {
    const { it, send, settle, waiting } = await review('off')
    await send([['Ann', 'Lisbon it is maybe']])
    await settle()
    expect([await factTexts(it), await waiting()]).toEqual([['Ann lives in Lisbon'], []])
  })

  test('are those that were concluded, or all', async () => {
    const lines: [string, string][] = [['Ann', 'Lisbon it is maybe']]
    const some = await review('inferred')
    await some.send(lines)
    await some.send([['Bob', 'I live in Rome']])
    await some.settle()
    expect(await factTexts(some.it)).toEqual(['Bob lives in Rome'])
    expect(await some.waiting()).toEqual(['Ann lives in Lisbon'])
    const every = await review('all')
    await every.send([...lines, ['Bob', 'I live in Rome']])
    await every.settle()
    expect(await factTexts(every.it)).toEqual([])
    expect(await every.waiting()).toEqual(['Ann lives in Lisbon', 'Bob lives in Rome'])
  })

  test('end nothing before they are confirmed, and then do', async () => {
    const { it, deps, send, settle, read, pass, waiting, decide } = await review('all')
    await send([['Ann', 'I live in Rome']])
    pass({ minutes: 600 })
    await read({ ...deps, settings: { ...deps.settings, factsReview: 'off' } })
    expect(await factTexts(it)).toEqual(['Ann lives in Rome'])
    await send([['Ann', HOME]])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann lives in Rome'])
    expect(await waiting()).toEqual(['Ann lives in Lisbon'])
    await decide('Ann lives in Lisbon', 'active')
    expect(await factTexts(it)).toEqual(['(Ann lives in Rome)', 'Ann lives in Lisbon'])
  })

  test('stay what a person decided when they are read again', async () => {
    const { it, send, settle, readAgain, waiting, decide } = await review('all')
    await send([
      ['Ann', HOME],
      ['Bob', 'I live in Rome'],
    ])
    await settle()
    await decide('Ann lives in Lisbon', 'rejected')
    await decide('Bob lives in Rome', 'active')
    await readAgain()
    expect([await factTexts(it), await waiting()]).toEqual([['Bob lives in Rome'], []])
  })

  test('wait once however often they are said, and not at all if they hold already', async () => {
    const { it, send, settle, waiting, decide } = await review('all')
    await send([['Ann', 'I am vegan']])
    await settle()
    await send([['Ann', 'I am vegan']])
    await settle()
    expect(await waiting()).toEqual(['Ann is vegan'])
    await decide('Ann is vegan', 'active')
    await send([['Ann', 'I am vegan']])
    await settle()
    expect(await waiting()).toEqual([])
    expect(await factsIn(it)).toMatchObject([{ text: 'Ann is vegan', times: 3 }])
  })

  test('an end waits too, with its fact or by itself', async () => {
    const until = (call: ModelCall) =>
      townsOf(call).replaceAll('"explicit"', '"until":"2026-03-20","explicit"')
    const { it, send, settle, waiting, decide } = await review('all', until)
    await send([['Ann', HOME]])
    await settle()
    expect(await waiting()).toEqual(['(Ann lives in Lisbon)'])
    await decide('Ann lives in Lisbon', 'active')
    expect(await factTexts(it)).toEqual(['(Ann lives in Lisbon)'])
    await send([['Ann', 'I am vegan']])
    await settle()
    await decide('Ann is vegan', 'active')
    await send([['Ann', "I'm no longer vegan"]])
    await settle()
    const [ending = ''] = await waiting()
    expect(ending).toContain('No longer')
    await decide(ending.replace(/^\(|\)$/g, ''), 'active')
    expect(await factTexts(it)).toEqual(['(Ann is vegan)', '(Ann lives in Lisbon)'])
  })

  test('an erased fact leaves nothing of its end', async () => {
    const until = (call: ModelCall) =>
      townsOf(call).replaceAll('"explicit"', '"until":"2026-03-20","explicit"')
    const { it, memory, send, settle } = await world(until)
    await send([['Ann', HOME]])
    await settle()
    await memory.facts.drop(admin(it), (await factsIn(it))[0]?.id as FactId)
    const rows = await it.database.asOwner((db) =>
      db.query('select 1 from facts where workspace_id = $1 and (text || value) <> $2', [
        it.workspaceId,
        '',
      ]),
    )
    expect(rows).toEqual([])
  })
})
