import { formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { textOf } from '../../domain/piece.ts'
import { joined, plain, styled } from '../../text/markdown/rich.ts'
import { citationLine } from '../deliver/citation-lines.ts'
import { chatRef } from '../deps.ts'
import type { BotCommand } from './command.ts'

const MAX_LINES = 15

/** Shows the context that a mention with this text would get now; calls no model. */
export const contextBotCommand: BotCommand = {
  name: 'context',
  summary: 'preview the context of a mention',
  forAdmins: false,
  takesText: true,
  run: async ({ send, words, args, deps }) => {
    if (words === null) throw new AppError('message_not_found', 'That message was deleted.')
    const { context } = await deps.engine.buildContext(deps.principal, {
      threadId: formatThreadId({ ...chatRef(send), topic: words.topic }),
      text: args,
      author: words.author,
      messageId: send.messageId,
      replyTo: words.replyTo,
      quote: words.quote,
      askedAt: words.sentAt,
      budgetTokens: deps.settings.budgetTokens,
    })
    const { kept, dropped, totalTokens } = context
    const lines = kept.slice(0, MAX_LINES).map(({ number, piece, reason, isNearby }) => {
      const source = piece.kind === 'message' ? piece.message.authorName : piece.kind
      const line = citationLine({ number, source, excerpt: textOf(piece), link: null })
      return joined([line, plain(` (${isNearby ? 'nearby: ' : ''}${reason})`)], '')
    })
    const title = `Context: ${kept.length} of ${kept.length + dropped.length} retrieved, ${totalTokens} tokens.`
    const more = kept.length > MAX_LINES ? [plain(`… and ${kept.length - MAX_LINES} more`)] : []
    return { rich: joined([styled(plain(title), { kind: 'bold' }), ...lines, ...more], '\n') }
  },
}
