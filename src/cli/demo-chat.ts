import { DEMO_CHANNEL } from '../domain/chat.ts'
import { type Delivery, EMPTY_FIELDS, type IncomingMessage } from '../domain/message.ts'

/* The chat of a new installation: five people, four days, three interleaved conversations. The one about the
 * restaurant is three messages over three days; a mention of the bot must find just those. */

const PEOPLE = {
  ann: 'Ann',
  ben: 'Ben',
  priya: 'Priya',
  tom: 'Tom',
  yuki: 'Yuki',
} as const

const DAY = 24 * 60

/** Author, minutes before the first start, text; a fourth field is the line replied to. */
const LINES: readonly (readonly [keyof typeof PEOPLE, number, string, number?])[] = [
  ['tom', 4 * DAY + 95, 'The staging deploy is red again, the migration step times out'],
  ['yuki', 4 * DAY + 92, 'Which migration? I merged the one for invoices yesterday'],
  ['tom', 4 * DAY + 91, 'Yes, invoices. It locks the table for minutes', 1],
  ['yuki', 4 * DAY + 80, 'I can split it: add the column first, backfill in batches after', 2],
  ['ann', 3 * DAY + 30, 'We should look at the restaurant for the gathering'],
  ['ben', 3 * DAY + 12, 'Did anyone take photos on the lake hike? I only have the muddy ones'],
  ['priya', 3 * DAY + 9, 'I have about forty from the hike, will upload them tonight', 5],
  ['tom', 3 * DAY + 2, 'Yuki: does the backfill need a maintenance window?'],
  ['yuki', 3 * DAY + 1, 'No window needed, the backfill runs in batches of 500', 7],
  ['ann', 2 * DAY + 20, 'Any thoughts?'],
  ['priya', 2 * DAY + 5, 'Photos of the hike are in the shared album now'],
  ['ben', 2 * DAY + 3, 'Great ones! The heron at the lake is my favourite', 10],
  ['yuki', 1 * DAY + 40, 'Invoices migration is split and merged, staging is green'],
  ['tom', 1 * DAY + 36, 'Lovely, I will deploy invoices to production tomorrow at nine', 12],
  ['ben', 370, 'Can we print the heron photo for the office wall?'],
  ['tom', 44, 'Production deploy of invoices is done, no errors so far'],
  ['yuki', 41, 'Nice. I will watch the invoices dashboard until lunch', 15],
  ['priya', 10, 'The thai restaurant on 10th Ave?'],
]

/** The thread id of the demo chat. */
export const DEMO_THREAD = `${DEMO_CHANNEL}:friends`

/** The demo chat as a delivery, ending ten minutes before `now`. */
export function demoChat(now: Date): Delivery {
  return {
    chat: {
      channel: DEMO_CHANNEL,
      externalId: 'friends',
      kind: 'group',
      title: 'Friends who work together',
    },
    messages: LINES.map(
      ([who, minutesAgo, text, replyTo], i): IncomingMessage => ({
        ...EMPTY_FIELDS,
        externalId: String(i + 1),
        author: { externalId: who, name: PEOPLE[who], username: who, isBot: false },
        sentAt: new Date(now.getTime() - minutesAgo * 60_000),
        text,
        replyTo: replyTo === undefined ? null : String(replyTo + 1),
      }),
    ),
  }
}
