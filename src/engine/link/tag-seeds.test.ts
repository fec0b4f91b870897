import { describe, expect, test } from 'vitest'
import { NOW } from '../../../test/deps.ts'
import { chat } from '../../../test/messages.ts'
import { linkInOrder } from '../receive/link-stretch.ts'
import { weighTrail } from './look-back.ts'
import { nearbyOf } from './nearby.ts'
import { LINK_MODEL } from './shipped-model.ts'
import type { Mention } from './tag-seeds.ts'

type Lines = Parameters<typeof chat>[0]

function placed(lines: Lines, tag: Partial<Mention>) {
  const messages = chat(lines)
  const links = [
    ...linkInOrder({ all: messages, from: 0, parents: new Map(), drafts: new Map() }),
  ].flat()
  const asked: Mention = {
    authorId: null,
    authorName: 'Zoe',
    authorUsername: 'zoe',
    sentAt: NOW,
    text: 'thoughts?',
    quote: null,
    replyTo: null,
    isBot: false,
    isBare: true,
    parent: null,
    ...tag,
  }
  return weighTrail(asked, { messages, links }, LINK_MODEL)
}

const TWO_TALKS: Lines = [
  ['Ann', 9, 'Bob: is the projector for the seminar booked?'],
  ['Cat', 8, 'Dan: which flour did you use for the pancakes?'],
  ['Bob', 7, 'Ann: the projector is booked for the seminar'],
  ['Dan', 6, 'Cat: wheat flour for the pancakes'],
  ['Ann', 5, 'Bob: and a screen for the projector?'],
  ['Cat', 4, 'Dan: wheat flour and milk for pancakes?'],
  ['Bob', 3, 'Ann: the projector has a screen'],
  ['Dan', 3, 'Cat: yes, milk and wheat flour'],
]

describe('a bare tag of somebody who has not spoken', () => {
  test('is about one of two talks, and the other is told to be nearly as likely', () => {
    const all = placed(TWO_TALKS, {})
    const inside = all.filter(({ standing }) => standing === 'conversation')
    const instead = nearbyOf(all, NOW).filter(({ reason }) =>
      /alternative conversation/.test(reason),
    )
    expect(inside).not.toHaveLength(0)
    expect(instead).not.toHaveLength(0)
    const isPancakes = ({ message }: { readonly message: { readonly text: string } }) =>
      /flour/.test(message.text)
    expect(new Set(inside.map(isPancakes))).toEqual(new Set([!instead.some(isPancakes)]))
  })

  test('has no other reading where there is one talk', () => {
    const one = TWO_TALKS.filter(([, , text]) => /projector/.test(text))
    expect(placed(one, {}).map(({ standing }) => standing)).not.toContain('rival')
  })
})
