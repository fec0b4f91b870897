import { HOUR, type Scenario } from './scenario.ts'

/** Being named: names that are words, names of several words, handles, and no names at all. */
export const NAMES: readonly Scenario[] = [
  {
    name: 'Will is a person and a verb',
    stillWrong: 'somebody is addressed by a common word before they have spoken',
    lines: [
      ['Judy', 14, 'Will, did you hear back from the insurance about the roof?'],
      ['Kent', 13, 'The bus will be late again, there is a strike in the depot'],
      ['Will', 11, 'They pay half of the roof, the rest counts as wear'],
      ['Lynn', 9, 'So it will take an hour into town? Then I cycle'],
      ['Judy', 7, 'Half is a joke, you should object'],
      ['Kent', 5, 'Lynn the tram will still run'],
    ],
    tag: { by: 'Will', text: '@bot' },
    inside: [1, 3, 5],
    outside: [2, 4, 6],
  },
  {
    name: 'Mark and May, a mark and a month',
    stillWrong:
      "May's second question is linked to no talk clearly: what it asks about must be understood",
    lines: [
      ['May', 25, 'Mark, which font did you use on the poster?'],
      ['Nick', 23, 'Is the deadline for the tax return end of May or end of July?'],
      ['Mark', 20, 'It is called Fira, there is a free version'],
      ['Olli', 18, 'Nick July, unless you have an adviser, then later'],
      ['May', 15, 'The letters look too thin in print, can I make it bold?'],
      ['Nick', 12, 'I thought they put a question mark behind July this year'],
    ],
    tag: { by: 'May', text: '@bot what do you think?' },
    inside: [1, 3, 5],
    outside: [2, 4, 6],
  },
  {
    name: 'names with spaces, used in full and in part',
    lines: [
      ['Anna Maria Lopez', 16, 'The choir needs a new piano, the old one is beyond tuning'],
      ['Jean Luc Picot', 15, 'Does anyone drive to the airport on Saturday?'],
      ['Rosa van Dijk', 13, 'Anna Maria how much money is left in the choir account?'],
      ['Li Wei Chen', 11, 'Jean Luc Picot I go at six in the morning, is that too early?'],
      ['Anna Maria Lopez', 9, 'Rosa about 2300, a used one costs more'],
      ['Jean Luc Picot', 6, 'Li Wei six is perfect, thank you'],
    ],
    tag: { by: 'Rosa van Dijk', text: '@bot can you help?' },
    inside: [1, 3, 5],
    outside: [2, 4, 6],
  },
  {
    name: 'handles with an at sign',
    stillWrong:
      'the first line of the second talk is linked to the first talk: needs more young chats to learn from',
    lines: [
      ['dkim', 18, 'postgres refuses connections after the upgrade, port is right'],
      ['sunny_b', 17, 'standup moved to 10:15 today'],
      ['marlow', 15, '@dkim check pg_hba, the upgrade writes a fresh one'],
      ['tove', 14, '@sunny_b can we make it 10:30? dentist'],
      ['dkim', 12, '@marlow it is the default, only local lines in it'],
      ['sunny_b', 11, '@tove ok 10:30'],
      ['marlow', 9, '@dkim there you go, add your subnet and reload'],
    ],
    tag: { by: 'dkim', text: '@bot is he right?' },
    inside: [1, 3, 5, 7],
    outside: [2, 4, 6],
  },
  {
    name: 'people who never use names, two subjects',
    stillWrong:
      'the first line of the second talk is linked to the first talk: needs more young chats to learn from',
    lines: [
      ['Ewa', 20, 'anyone know a good vet? the rabbit has stopped eating'],
      ['Bolek', 18, 'my passport runs out in march, how long does a new one take'],
      ['Celia', 17, 'the vet in mill lane is good with rabbits'],
      ['Dario', 15, 'mine took six weeks, you can pay extra for the express passport'],
      ['Ewa', 13, 'do they see you without an appointment? the rabbit looks really weak'],
      ['Bolek', 11, 'how much extra?'],
      ['Celia', 9, 'for emergencies yes, just go to the vet now'],
    ],
    tag: { by: 'Ewa', text: '@bot ^' },
    inside: [1, 3, 5, 7],
    outside: [2, 4, 6],
  },
  {
    name: 'two Annas',
    stillWrong: 'meaning: no word, name or reply tells these apart',
    lines: [
      ['Anna K', 17, 'Which of you has my blue baking tin?'],
      ['Anna S', 15, 'My car makes a whistling noise in third gear'],
      ['Boris', 13, 'Anna S does the whistling stop when you press the clutch?'],
      ['Carla', 11, 'Anna K I think I have the tin, round with a lid?'],
      ['Anna S', 8, 'Boris yes, gone with the clutch pressed'],
      ['Anna K', 5, 'Carla that is the one'],
    ],
    tag: { by: 'Anna S', text: '@bot' },
    inside: [2, 3, 5],
    outside: [1, 4, 6],
  },
  {
    name: 'mentioned by handle while away, comes to answer with the help of the bot',
    lines: [
      ['ludo', 5 * HOUR, 'the vending machine ate my coin again'],
      ['nadja', 5 * HOUR - 3, '@ludo kick it on the left side'],
      ['pavel', 12, 'the map tiles are blurry on my new screen'],
      ['quist', 10, 'is that a retina thing? ours are 256 pixels'],
      ['pavel', 7, '@ludo you made the map, can it serve bigger tiles?'],
    ],
    tag: { by: 'ludo', text: '@bot how would one do that?' },
    inside: [3, 4, 5],
    outside: [1, 2],
  },
]
