/** Words of the screen Ask. */
export const ask = {
  title: 'Ask',
  begin: 'New chat',
  earlier: 'Earlier chats',
  noEarlier: 'None yet. What you ask is kept here.',
  conversation: 'Conversation',
  question: 'Your question',
  placeholder: 'Ask something, or just “@bot thoughts?” in a chat',
  send: 'Ask',
  stop: 'Stop',
  retry: 'Ask again',
  stopped: 'Stopped. What was written until then is not kept.',
  where: 'Ask about',
  nowhere: 'My files and memory, no chat',
  asWhom: 'Ask as',
  asWhomHint:
    'The id of a person. In a chat it matters who asks: a bare tag is about their own talk.',
  you: 'You',
  bot: 'Earshot',
  why: 'Why this answer?',
  extract:
    'Quoted from the chat by the offline model. Set a model in the settings to have it written.',
  fallback: (reason: string) =>
    `The model could not be reached (${reason}); this is the offline model’s answer.`,
  sources: 'Sources',
  source: (n: number, name: string) => `Source ${n}: ${name}`,
  inTelegram: 'in Telegram',
  writing: 'Writing…',
  unanswered: 'This was not answered.',
  emptyTitle: 'Ask the demo chat something',
  emptyText:
    'Choose a chat below and try one of these. Each answer shows its sources and why it is what it is.',
  examples: ['@bot', 'When is the deploy of invoices?', 'Where are the photos of the hike?'],
  chip: {
    none: 'Context: nothing yet',
    topics: (labels: string) => `Context: ${labels}`,
    pieces: (n: number) => `Context: ${n === 1 ? '1 source' : `${n} sources`}`,
  },
  drawer: {
    title: 'What the last answer had before it',
    topics: 'What this talk is about',
    noTopics:
      'Not known yet. It is looked for after the third question, and every five from there.',
    memory: 'What is remembered',
    noMemory: 'Nothing was remembered for this question.',
    slot: (tokens: number, sessions: number) =>
      `${tokens} tokens, from ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
    pieces: 'What it was shown',
    noPieces: 'Nothing was found that belongs to this question.',
    all: 'See everything that was weighed',
  },
  dialog: {
    title: 'Do you know today’s topic?',
    text: 'Then what is remembered of it is at hand from the first question. Skip it, and it is found out as you talk.',
    topic: 'Topic',
    use: 'NewSession with it',
    skip: 'Skip',
  },
}
