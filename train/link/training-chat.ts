import type { AnnotatedChat } from '../../src/eval/read-chats.ts'

export type { Gold } from '../../src/eval/read-chats.ts'

/** A chat to learn from: as people wrote and annotated it, or rewritten from one. */
export type TrainingChat = Pick<AnnotatedChat, 'name' | 'messages' | 'gold'>
