import type { NoteOwner } from '../../db/sessions/notes.ts'
import { AppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'

/** Whose notes a question may write and read, and in which chat; fails if the asker is unknown. */
export function noteOwnerOf({ workspaceId, personId, chat }: Question): NoteOwner {
  if (personId === null) {
    throw new AppError(
      'invalid_request',
      'Notes belong to a person, and it is not known who asks. Name the author of the question.',
    )
  }
  return { workspaceId, personId, groupId: chat?.isGroup ? chat.id : null }
}
