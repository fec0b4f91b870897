import { describe, expect, test } from 'vitest'
import { line, speaker } from '../../../test/conversation-lines.ts'
import { chat } from '../../../test/messages.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { HISTORY_FORMATS, type HistoryFormatName } from '../../domain/conversation.ts'
import type { PersonId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Prompt } from '../../domain/prompt.ts'
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
      replyTo: '17',
      replyToName: 'Ann',
      media: ['Image'],
    },
  ]
  const trigger = {
    ...line(null, '19', speaker(12, 'Cat "the" Great', null), '10:12', '@bot when?'),
    replyTo: '18',
    replyToName: 'Ben',
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
      `== Jan 5
[1] Ann#7: "Where do we meet?"
[2] Ben#9 → Ann: "By the\\nfountain" [Image]

Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon)

== now
"Cat \\"the\\" Great"#12 → Ben quoting "fountain": "@bot when?"
[RESPOND]`,
    ])
  })

  test('turns: a message each', () => {
    expect(written(write('turns'))).toEqual([
      `[speaker id=7 name="Ann" username="ann" is_bot=0]
[meta n=1 message_id=17 at=2026-01-05T10:02Z]
"Where do we meet?"`,
      `[speaker id=9 name="Ben" is_bot=0]
[meta n=2 message_id=18 at=2026-01-05T10:05Z reply_to=17 reply_to_name="Ann"]
"By the\\nfountain" [Image]`,
      `Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon)

[speaker id=12 name="Cat \\"the\\" Great" is_bot=0]
[meta message_id=19 at=2026-01-05T10:12Z reply_to=18 reply_to_name="Ben" quoting="fountain"]
"@bot when?"`,
    ])
  })

  test('block: a fence around all', () => {
    expect(written(write('block'))).toEqual([
      `The conversation (last up to 20 messages):
\`\`\`
user [meta n=1 user_id=7 name="Ann" username="ann" message_id=17 at=2026-01-05T10:02Z]: "Where do we meet?"
user [meta n=2 user_id=9 name="Ben" message_id=18 at=2026-01-05T10:05Z reply_to=17]: "By the\\nfountain" [Image]
user [meta user_id=12 name="Cat \\"the\\" Great" message_id=19 at=2026-01-05T10:12Z reply_to=18 quoting="fountain"]: "@bot when?" [REPLY TO THIS]
\`\`\`

Now: Monday, 5 January 2026 at 10:12 (Europe/Lisbon)

[RESPOND]`,
    ])
  })

  test('block without meta: who, and no more', () => {
    expect(written(write('block', false)).join()).toContain(`\`\`\`
user [meta n=1 name="Ann"]: "Where do we meet?"
user [meta n=2 name="Ben"]: "By the\\nfountain" [Image]
user [meta name="Cat \\"the\\" Great"]: "@bot when?" [REPLY TO THIS]
\`\`\``)
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
      `== Jan 5
[1] Ann#7: "Where do we meet?"

Nearby messages (may be about something else):
== Jan 5
[2] Dan#4: "Did the build pass?"

== now
Ann#7: "@bot when?"
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
user [meta n=1 name="Ann"]: "Where do we meet?"
user [meta name="Ann"]: "@bot when?" [REPLY TO THIS]
\`\`\`

Nearby messages (may be about something else):
\`\`\`
user [meta n=2 name="Dan"]: "Did the build pass?"
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
        replyTo: '2',
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

  test('media are named at the question and at what it replies to, nowhere else', () => {
    const messages = chat([
      ['Ann', 9, 'look'],
      ['Ben', 8, 'at this'],
      ['Ann', 7, 'and that'],
    ])
    const media = { trigger: [{ kind: 'voice' }], target: [{ kind: 'photo' }, { kind: '] [meta' }] }
    const lines = conversationLines(messages.map(kept), '2', media)
    const trigger = triggerOf(question('2'), lines, media)
    const text = written(builder(name).withConversation(lines).withQuery(trigger).build()).join(
      '\n',
    )
    expect(text.match(/\[(?:Image|Voice|Video|Document)\]/g)).toEqual([
      '[Image]',
      '[Document]',
      '[Voice]',
    ])
    expect(text).toMatch(/"at this" \[Image\] \[Document\]/)
    expect(text).toMatch(/"@bot well\?" \[Voice\]/)
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
