import { once } from 'node:events'
import type { Channel } from '../../src/channels/channel.ts'
import type { MessageEvent, RawEvent } from '../../src/channels/channel-event.ts'
import { EMPTY_FIELDS } from '../../src/domain/message.ts'
import type { ToyNote, ToyPlatform } from './toy-platform.ts'

/* The smallest channel: a board of notes in this process. It shows what a platform has to bring; src/channels has the
 * ones that people use. */

/** The channel of a bot that reads and writes a board of notes. */
export function openToyChannel(board: ToyPlatform): Channel {
  const me = { id: 'bot', username: 'toy_bot', name: 'Toy', readsAll: true }
  return {
    name: 'toy',
    label: 'Toy',
    limits: {
      characters: 2_000,
      editPauseMs: { group: 100, private: 100 },
      typingMs: 5_000,
      keepsEventsMs: null,
      repeatsMs: 0,
    },
    texts: {
      hearing: { all: 'I receive every note.', perhaps: '', called: '' },
      deletions: null,
      advice: { refused: '', unreachable: '', hearing: { perhaps: '', called: '' } },
    },
    introduce: async () => me,
    registerCommands: async () => {},
    listen: async (inbox, stopping) => {
      const stopped = once(stopping, 'abort')
      while (!stopping.aborted) {
        // Notes are taken from the board only once they are saved.
        const notes = board.waiting()
        await inbox.save(notes.map(rawEvent))
        board.acknowledge(notes.length)
        if (stopping.aborted || board.waiting().length > 0) continue
        await Promise.race([board.next(), stopped])
      }
    },
    readWebhook: null,
    read: async ([payload]) => readNote(JSON.parse(payload)),
    post: async ({ chat, topic, replyTo }, { text, buttons }) => {
      const labels = buttons.map(({ label }) => label)
      return {
        kind: 'sent',
        messageId: board.post({ chat, topic, replyTo, text: text.text }, labels),
      }
    },
    edit: async ({ messageId }, { text }) => {
      board.change(messageId, text.text)
      return { kind: 'sent', messageId }
    },
    react: null,
    lengthOf: ({ text }) => text.length,
    showTyping: async () => {},
    privateChatLink: () => null,
    findMember: async () => ({ isAdmin: true, names: [] }),
    fetchFile: async () => null,
    classifyError: () => null,
  }
}

function rawEvent(note: ToyNote): RawEvent {
  const { id, author, chat } = note
  return { id, ordinal: null, payload: JSON.stringify(note), author: author.id, chat, album: null }
}

function readNote({ id, chat, author, text, replyTo, at }: ToyNote): MessageEvent {
  const command = /^\/(\w+)/.exec(text)?.[1] ?? null
  const isPrivate = chat.startsWith('direct-')
  const isAddressed = command === null && (isPrivate || text.includes('@toy_bot'))
  return {
    kind: 'message',
    delivery: {
      chat: {
        channel: 'toy',
        externalId: chat,
        kind: isPrivate ? 'private' : 'group',
        title: null,
      },
      messages: [
        {
          ...EMPTY_FIELDS,
          externalId: id,
          kind: command === null ? 'message' : 'system',
          author: { externalId: author.id, name: author.name, username: null, isBot: false },
          sentAt: new Date(at),
          text,
          replyTo,
        },
      ],
    },
    isEdit: false,
    command,
    isAddressed,
    isOverheard: !isAddressed && command === null,
    chatNames: [chat],
    authorNames: [author.id],
    parent: null,
    movedFrom: null,
  }
}
