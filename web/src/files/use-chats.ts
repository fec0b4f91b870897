import type { ChatList } from '../../../src/api/chats/chats.ts'
import type { FileEntry } from '../../../src/api/files/files.ts'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { visibleText } from '../lib/visible-text.ts'
import { files as strings } from '../strings/files.ts'

export type Chat = ChatList['chats'][number]

/** The chats without their forum threads: files belong to a chat. */
export function useChats(): readonly Chat[] {
  const { data } = useLoad((signal) => api.get<ChatList>('/api/chats?limit=200', signal), [])
  return data?.chats.filter(({ topic }) => topic === null) ?? []
}

/** The title of a chat as plain text. */
export function titleOf({ title, thread_id }: Pick<Chat, 'title' | 'thread_id'>): string {
  return visibleText(title ?? thread_id)
}

/** The name of the owner of a file. */
export function ownerOf(file: FileEntry, chats: readonly Chat[]): string {
  const chat = chats.find(({ thread_id }) => thread_id === file.thread_id)
  return (chat ? titleOf(chat) : file.thread_id) ?? file.person ?? strings.workspaceOwner
}
