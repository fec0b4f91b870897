import { describe, expect, test } from 'vitest'
import { line, speaker } from '../../../test/conversation-lines.ts'
import { chat } from '../../../test/messages.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import type { PersonId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Prompt } from '../../domain/prompt.ts'
import { HISTORY_FORMATS, type HistoryFormatName } from '../../domain/prompt-history.ts'
import type { Question } from '../../domain/question.ts'
import { truncateToTokens } from '../../models/tokens/tokens.ts'
import { conversationLines, triggerOf } from './conversation-of.ts'
import { historyFormat } from './formats/formats.ts'
import { createPrompt, type PromptBuilder } from './prompt-builder.ts'

const NOW = new Date('2026-01-05T10:12:00Z')

describe('a small conversation, as each format writes it', () => {
  const ann = speaker(7, 'Ann', 'ann')
  const ben = speaker(9, 'Ben', null)
  const lines = [
    line(1, '17', ann, '10:02', 'Where do we meet?'),
    {
      ...line(2, '18', ben, '10:05', 'By the\nfountain'),
      replyTo: 1,
      media: ['Image'],
      isAfterGap: true,
    },
  ]
  const trigger = {
    ...line(null, '19', speaker(12, 'Cat "the" Great', null), '10:12', '@bot when?'),
    replyTo: 2,
    quote: 'fountain',
  }
  const write = (name: HistoryFormatName, withMeta = true) =>
    builder(name, { maxLines: 20, withMeta })
      .withConversation(lines)
      .withClock(NOW, 'Europe/Lisbon')
      .withQuery(trigger)
      .build()

  test('compact: a line each', () => {
    expect(written(write('compact'))).toEqual([
      `== Monday, 5 January 2026
[1] 10:02 Ann: "Where do we meet?"
…
[2] 10:05 Ben → [1]: "By the\\nfountain" [Image]

Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon, as are all times here)

== now
10:12 "Cat \\"the\\" Great" → [2] quoting "fountain": "@bot when?"
[RESPOND]`,
    ])
  })

  test('turns: a message each', () => {
    expect(written(write('turns'))).toEqual([
      `[speaker name="Ann" username="ann"]
[meta n=1 message_id=17 at="Mon 2026-01-05 10:02"]
"Where do we meet?"`,
      `[speaker name="Ben"]
[meta n=2 message_id=18 at="Mon 2026-01-05 10:05" reply_to=1 left_out=1]
"By the\\nfountain" [Image]`,
      `Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon, as are all times here)

[speaker name="Cat \\"the\\" Great"]
[meta message_id=19 at="Mon 2026-01-05 10:12" reply_to=2 quoting="fountain"]
"@bot when?"`,
    ])
  })

  test('block: a fence around all', () => {
    expect(written(write('block'))).toEqual([
      `The conversation (last up to 20 messages):
\`\`\`
user [meta n=1 name="Ann" at="Mon 2026-01-05 10:02" username="ann" message_id=17]: "Where do we meet?"
…
user [meta n=2 name="Ben" at="Mon 2026-01-05 10:05" reply_to=1 message_id=18]: "By the\\nfountain" [Image]
user [meta name="Cat \\"the\\" Great" at="Mon 2026-01-05 10:12" reply_to=2 quoting="fountain" message_id=19]: "@bot when?" [REPLY TO THIS]
\`\`\`

Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon, as are all times here)

[RESPOND]`,
    ])
  })

  test('block without meta: who, when, to whom, and no more', () => {
    expect(written(write('block', false)).join()).toContain(`\`\`\`
user [meta n=1 name="Ann" at="Mon 2026-01-05 10:02"]: "Where do we meet?"
…
user [meta n=2 name="Ben" at="Mon 2026-01-05 10:05" reply_to=1]: "By the\\nfountain" [Image]
user [meta name="Cat \\"the\\" Great" at="Mon 2026-01-05 10:12" reply_to=2 quoting="fountain"]: "@bot when?" [REPLY TO THIS]
\`\`\``)
  })
})

describe('who said it, and when', () => {
  const me = { ...speaker(1, 'Earshot', null), isBot: true, isSelf: true }
  const two = [
    line(1, '17', speaker(7, 'Ann', null), '23:30', 'Where do we meet?'),
    line(2, '18', speaker(8, 'Ann', null), '23:40', 'At nine'),
    line(3, '19', me, '23:45', 'By the fountain [1].'),
  ]
  const write = (name: HistoryFormatName, pointsAt: number | null = null) =>
    written(
      builder(name)
        .withConversation(two, [], pointsAt)
        .withClock(NOW, 'Asia/Tokyo')
        .withQuery(line(null, '20', speaker(7, 'Ann', null), '23:50', '@bot'))
        .build(),
    ).join('\n')

  test('people with the same name are told apart, and the assistant sees its own lines', () => {
    expect(write('compact')).toContain(`[2] 08:40 Ann (2): "At nine"
[3] 08:45 you: "By the fountain [1]."`)
    expect(write('turns')).toContain('[speaker name="Ann" same_name=2]')
    expect(write('turns')).toContain('[speaker name="Earshot" is_bot=1 you=1]')
    expect(write('block')).toContain('name="Ann" same_name=2')
    expect(write('block')).toContain('you [meta n=3')
  })

  test('times and days are those of the chat’s time zone', () => {
    expect(write('compact')).toContain('== Tuesday, 6 January 2026\n[1] 08:30 Ann: ')
    expect(write('turns')).toContain('at="Tue 2026-01-06 08:30"')
    expect(write('block')).toContain('at="Tue 2026-01-06 08:30"')
  })

  test('a question that only points names what it is probably about', () => {
    expect(write('compact', 2)).toContain('08:50 Ann → probably [2]: "@bot"')
    expect(write('turns', 2)).toContain('at="Tue 2026-01-06 08:50" about=2]')
    expect(write('block', 2)).toContain('at="Tue 2026-01-06 08:50" about=2')
  })
})

describe('what is nearby comes after the conversation, under its heading', () => {
  const ann = speaker(7, 'Ann', null)
  const lines = [line(1, '17', ann, '10:02', 'Where do we meet?')]
  const nearby = [line(2, '16', speaker(4, 'Dan', null), '10:01', 'Did the build pass?')]
  const write = (name: HistoryFormatName, maxLines: number, inside = lines) =>
    written(
      builder(name, { maxLines, withMeta: false })
        .withConversation(inside, nearby)
        .withQuery(line(null, '19', ann, '10:12', '@bot when?'))
        .build(),
    )

  test('compact', () => {
    expect(write('compact', 20)).toEqual([
      `== Monday, 5 January 2026
[1] 10:02 Ann: "Where do we meet?"

Nearby messages (may be about something else):
== Monday, 5 January 2026
[2] 10:01 Dan: "Did the build pass?"

== now
10:12 Ann: "@bot when?"
[RESPOND]`,
    ])
    expect(write('compact', 20, []).join()).toMatch(/^Nearby messages/)
  })

  test('turns', () => {
    const [first, heading, beside, last] = write('turns', 20)
    expect(first).toContain('"Where do we meet?"')
    expect(heading).toBe('Nearby messages (may be about something else):')
    expect(beside).toContain('"Did the build pass?"')
    expect(last).toContain('"@bot when?"')
  })

  test('block: in a fence of its own, as far as its lines allow', () => {
    expect(write('block', 20).join()).toBe(`The conversation (last up to 20 messages):
\`\`\`
user [meta n=1 name="Ann" at="Mon 2026-01-05 10:02"]: "Where do we meet?"
user [meta name="Ann" at="Mon 2026-01-05 10:12"]: "@bot when?" [REPLY TO THIS]
\`\`\`

Nearby messages (may be about something else):
\`\`\`
user [meta n=2 name="Dan" at="Mon 2026-01-05 10:01"]: "Did the build pass?"
\`\`\`

[RESPOND]`)
    expect(write('block', 2).join()).not.toContain('Nearby')
  })
})

describe.each(HISTORY_FORMATS)('in the format %s', (name) => {
  test.each([1, 2, 3, 5, 100])(
    'what was replied to is there, once, in a window of %i',
    (maxLines) => {
      const lines = Array.from({ length: 12 }, (_, i) =>
        line(i + 1, String(i + 1), speaker(7, 'Ann', null), '10:00', `said ${i + 1}.`),
      )
      const trigger = {
        ...line(null, '13', speaker(9, 'Ben', null), '10:12', 'and?'),
        replyTo: 2,
      }
      const text = written(
        builder(name, { maxLines, withMeta: true })
          .withConversation(lines)
          .withQuery(trigger)
          .build(),
      ).join('\n')
      expect(text.split('"said 2."')).toHaveLength(2)
      expect(text.split('"and?"')).toHaveLength(2)
      const shown = text.match(/"said \d+\."/g) ?? []
      // Trigger and target stay, for any window.
      if (name === 'block') expect(shown).toHaveLength(Math.min(12, Math.max(1, maxLines - 1)))
      else expect(shown).toHaveLength(12)
    },
  )

  test('media are named in every line; those that the model does not get are marked', () => {
    const messages = chat([
      ['Ann', 9, 'look'],
      ['Ben', 8, ''],
      ['Ann', 7, 'and that'],
    ])
    const [voice, photo, other] = [{ kind: 'voice' }, { kind: 'photo' }, { kind: '] [meta' }]
    const attached = new Set([photo])
    const details = new Map(
      messages.map(({ id }, i) => [
        id,
        { media: i === 0 ? [{ kind: 'video' }] : [], isAfterGap: false, isSelf: false },
      ]),
    )
    const pieces = messages.map(kept)
    const target = { id: '2', media: [photo, other] }
    const lines = conversationLines(pieces, { details, attached, target })
    const trigger = triggerOf(question('2'), pieces, { media: [voice], attached })
    const text = written(builder(name).withConversation(lines).withQuery(trigger).build()).join(
      '\n',
    )
    expect(text).toMatch(/"look" \[Video not shown\]/)
    expect(text).toMatch(/"" \[Image\] \[Document not shown\]/)
    expect(text).toMatch(/"@bot well\?" \[Voice not shown\]/)
  })
})

function builder(name: HistoryFormatName, block = { maxLines: 20, withMeta: true }): PromptBuilder {
  const format = historyFormat(name, block)
  return createPrompt({ system: 'Be brief.', format, shorten: truncateToTokens })
}

function written({ messages }: Prompt): string[] {
  return messages.map(({ content }) => content)
}

function kept(message: Message, i: number): IncludedPiece {
  return {
    piece: { kind: 'message', message },
    number: i + 1,
    excerpt: null,
  } as unknown as IncludedPiece
}

function question(replyTo: string): Question {
  return {
    memory: null,
    isTopicUnsure: false,
    askerName: 'Cat',
    personId: 12 as PersonId,
    text: '@bot well?',
    askedAt: NOW,
    messageId: 'tag',
    replyTo,
    quote: null,
  } as unknown as Question
}
