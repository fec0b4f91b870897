/** Strings of the panels of conversations and of catching up. */
export const conversations = {
  open: 'Conversations',
  title: 'Conversations',
  none: 'No conversations yet',
  noneText: 'Messages are grouped as they arrive.',
  untitled: 'No text',
  count: (n: number) => (n === 1 ? '1 message' : `${n} messages`),
  more: 'Older conversations',
  status: { open: 'open', quiet: 'quiet' },
  question: 'Unanswered:',
  continues: 'continues an earlier conversation',
  only: 'Only this one',
  all: 'All conversations',
  showInChat: 'Show in chat',
  catchUp: {
    open: 'Catch up',
    title: 'What happened',
    period: 'Period',
    periods: [
      { hours: 24, label: 'Last 24 hours' },
      { hours: 72, label: 'Last 3 days' },
      { hours: 168, label: 'Last 7 days' },
      { hours: 720, label: 'Last 30 days' },
    ],
    sinceLast: 'Since I last wrote',
    nothing: 'Nothing happened',
    nothingText: 'Choose a longer period.',
    counts: (messages: string, conversations: string) =>
      `${messages} messages, ${conversations} conversations`,
    kinds: {
      question_to_you: 'You are asked',
      to_you: 'To you',
      decision: 'Decided',
      open_question: 'Open question',
      said: '',
    },
  },
} as const
