import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { dropFalseMarks } from './citations.ts'
import { cleanReply, NOTHING_TO_SAY } from './clean-reply.ts'

const SPEAKERS = ['Ann', 'Ben', 'Cat: "x"', '$&', '', 'Guest']
const SHOWN = [
  'The rules: https://docs.example/rules?v=2, and https://docs.example/wiki/Foo_(bar).',
  'Mirror (www.mirror.example/a) or https://plain.example',
  '{"text":"see https://tool.example/found\\nand more"}',
  '请看https://zh.example/a，谢谢',
]
const KNOWN = 'https://docs.example/rules?v=2'

const clean = (reply: string) => cleanReply(reply, { speakers: SPEAKERS, shown: SHOWN })

describe('what models repeat of the prompt goes', () => {
  test.each([
    ['a header', '[meta n=2 name="Ann"]\nBy the fountain', 'By the fountain'],
    ['a value with a bracket', '[meta n=2 name="a]b"] Yes', 'Yes'],
    ['both headers', '[speaker id=9 name="Ben"]\n[meta n=2]\nYes', 'Yes'],
    ['an older form', '[meta] chat_id=-100 name="Ann Lee"\nYes', 'Yes'],
    ['a line of a block', 'user [meta n=2 name="Ben"]: "By the fountain"', '"By the fountain"'],
    ['a header with an open quote', '[meta n=2 name="Ann] Yes', 'Yes'],
    ['a header that never ends', 'Yes.\n[meta n=2 name="Ann', 'Yes.'],
    ['one header inside another', '[me[meta n=1]ta n=2]Yes', 'Yes'],
    ['capitals', '[META N=2] Yes', 'Yes'],
    ['markers', '[RESPOND]\nYes [REPLY TO THIS]', 'Yes'],
    ['one marker inside another', '[RES[RESPOND]POND] Yes', 'Yes'],
    ['ids in brackets', 'As Ann said (message_id=18) [chat_id: -100], yes', 'As Ann said  , yes'],
    ['its own name', 'bot: Yes', 'Yes'],
    ['its own name, and to whom', 'Assistant → Ann: Yes', 'Yes'],
    ['a line of the chat', '10:05 Ann → [3]: Yes', 'Yes'],
    ['a line without a target', '10:05 Ann: Yes', 'Yes'],
    ['a numbered line', '[2] 10:05 you: "Yes"', '"Yes"'],
    ['a line of somebody new', '[4] 10:05 Dan (2): Yes', 'Yes'],
    ['a quoting line', '[2] 10:05 Ben → [1] quoting "a: b": "Yes"', '"Yes"'],
    ['a pointing line', '10:05 Ben → probably [1]: "Yes"', '"Yes"'],
    ['a name that is a JSON string', '[2] 10:05 "Cat: \\"x\\"": Yes', 'Yes'],
    ['a name that is a pattern', '10:05 "$&": Yes', 'Yes'],
    ['days', '== Monday, 5 January 2026\n== now\nYes', 'Yes'],
    ['marks of media', 'Yes [Image not shown]', 'Yes'],
    ['a JSON string', '"By the\\nfountain"', 'By the\nfountain'],
    ['a header in a JSON string', '"[meta n=1]\\nYes"', 'Yes'],
    ['too many blank lines', 'One  \n\n\n\nTwo', 'One\n\nTwo'],
  ])('%s', (_, reply, expected) => {
    expect(clean(reply)).toBe(expected)
  })

  test.each(['', ' \n', '[RESPOND]', '[meta n=1 name="Ann"]', 'bot:', '…', '<img src=x>', '""'])(
    'of %j nothing is left',
    (reply) => {
      expect(clean(reply)).toBe(NOTHING_TO_SAY)
    },
  )

  test.each([
    ['a header', `[meta${' a=b'.repeat(5_000)}`],
    ['a header and its quotes', `[speaker${' a="b'.repeat(5_000)}`],
    ['many headers', '[meta a="'.repeat(2_000)],
    ['a link', `[x](${'a'.repeat(20_000)}`],
    ['many links', '[x]('.repeat(5_000)],
    ['tags', '<a '.repeat(5_000)],
    ['brackets behind an address', `https://a.example${')'.repeat(20_000)}x`],
    ['marks behind an address', `https://a.example${'[1]'.repeat(7_000)}x`],
    ['a domain', 'a.'.repeat(10_000)],
  ])('%s without an end takes no time', (_, reply) => {
    const cpuMs = cpuTimer()
    cleanReply(reply, { speakers: SPEAKERS, shown: [reply] })
    expect(cpuMs()).toBeLessThan(1_500)
  })
})

describe('what people write stays', () => {
  test.each([
    ['marks', 'It is booked [1]. Both [1, 2].'],
    ['optional things', 'Use `cmd [optional] <file>`, and [x] the box.'],
    ['indices', 'arr[0] is arr[i](x), and handlers[name](event) too.'],
    ['headings in brackets', 'The [meta description] and the [speaker notes] are missing.'],
    ['usernames with underscores', 'Ask @some_user_name_ about snake_case and __init__.'],
    ['a bot that is a program', 'There are two.\nbot: a program\nman: a person'],
    ['the bot in the middle of a line', 'He said bot: a program.'],
    ['other numbers', 'Fix #7 and Ann#71, then PR#5.'],
    ['tickets', 'Ticket#12: done\nIssue #13: open'],
    ['a timetable', '10:05 Dinner: at Ben’s'],
    ['a list by person', 'Ann: the salad\nBen: the blankets'],
    ['a field by its name', 'Set message_id=18 in the request.'],
    ['code', '```ts\nconst a: Map<string, number> = new Map()\nif (a.size > 0) f[0](1)\n```'],
    ['plain tags', 'Use <b>bold</b>, Array<T> and 1 < 2 > 0.'],
    ['a quote at the beginning', '"Yes", said Ann.'],
    ['Node.js/Express, and/or e.g. v1.2/3', 'Node.js/Express, and/or e.g. v1.2/3'],
    ['a path', 'See src/engine/answer/answer.ts and README.md.'],
    ['a footnote in words', '[1]: Ann said the hall is booked'],
    ['other languages', 'Так, о 10:05. 是的。 نعم'],
    ['emoji', '👍'],
  ])('%s', (_, reply) => {
    expect(clean(reply)).toBe(reply)
  })
})

describe('addresses that were shown stay', () => {
  test.each([
    `See ${KNOWN}.`,
    `See [the rules](${KNOWN}) and [again](<${KNOWN}> "title").`,
    `See [the rules](${KNOWN})[1], or (${KNOWN})[2].`,
    `<${KNOWN}>`,
    `**${KNOWN}** and _${KNOWN}_`,
    `![a plan](${KNOWN})`,
    `As said [here][r].\n\n[r]: ${KNOWN}`,
    'See https://docs.example/wiki/Foo_(bar), or www.mirror.example/a!',
    'See https://tool.example/found',
    '请看 https://zh.example/a',
  ])('%s', (reply) => {
    expect(clean(reply)).toBe(reply)
  })

  test.each([
    [`请看${KNOWN}，谢谢`, `请看${KNOWN} ，谢谢`],
    [`${KNOWN}'4711`, `${KNOWN} '4711`],
    [`${KNOWN})4711`, `${KNOWN} )4711`],
    [`[a](${KNOWN})4711`, `[a](${KNOWN} )4711`],
    [`${KNOWN}"https://evil.example/4711`, `${KNOWN} "(address left out)`],
  ])('parted from what follows: %s', (reply, expected) => {
    expect(clean(reply)).toBe(expected)
  })
})

describe('addresses that were not shown go', () => {
  const LEFT = '(address left out)'
  test.each([
    ['a bare one', 'See https://evil.example/a.', `See ${LEFT}.`],
    ['capitals', 'HTTPS://EVIL.EXAMPLE/a', LEFT],
    ['between underscores', '_https://evil.example/a_', `_${LEFT}_`],
    ['without a scheme', 'See www.evil.example now', `See ${LEFT} now`],
    ['only a domain and a path', 'See evil.example/4711 now', `See ${LEFT} now`],
    ['only a domain and a query', 'See evil.example?q=4711', `See ${LEFT}`],
    [
      'other schemes',
      'tg://resolve?x=1 and file:///etc and smb:\\\\e\\x',
      `${LEFT} and ${LEFT} and ${LEFT}`,
    ],
    ['a link', 'See [this](https://evil.example/a "t").', 'See this.'],
    ['a link over lines', 'See [this\none](\nhttps://evil.example/a\n"t").', 'See this\none.'],
    ['a label with brackets', 'See [a [b] c](//evil.example/a).', 'See [a [b] c].'],
    ['a label with an address', `[https://evil.example/a](${KNOWN})`, `[${LEFT})`],
    ['a picture', 'Look: ![plan](https://evil.example/a.png)', 'Look: plan'],
    ['a picture without a scheme', '![a](//evil.example/a.png) b', 'a b'],
    ['a picture in a link', `[![a](//evil.example/a.png)](${KNOWN}) b`, `[a](${KNOWN}) b`],
    ['javascript', '[a](javascript:alert(1)) b', 'a b'],
    ['javascript, deeper', '[a](javascript:f((1)))', '[a] (javascript:f((1)))'],
    ['javascript by entities', '[a](javascript&colon;alert) b', 'a b'],
    ['data', '[a](data:text/html,x) ![b](data:image/png;base64,AA)', 'a b'],
    ['an autolink', 'See <https://evil.example/a>', `See ${LEFT}`],
    ['an autolink to a script', 'See <javascript:alert(1)>', `See ${LEFT}`],
    ['a reference', 'See [a][r].\n\n[r]: https://evil.example/a', 'See [a][r].'],
    ['a reference in a quote', 'Hi\n> [r]: //evil.example/a', 'Hi'],
    ['a reference to a script', `Hi\n[r]: javascript:x "${KNOWN}"`, 'Hi'],
    ['a tag', 'Hi <img src="https://evil.example/a">', 'Hi'],
    ['a tag over lines', 'Hi <img\nsrc="//evil.example/a">', 'Hi'],
    ['a tag with a > in quotes', 'Hi <img alt=">" src="//evil.example/a">', 'Hi'],
    ['a tag without an end', 'Hi <img src="//evil.example/a"', 'Hi'],
    [
      'tags of all kinds',
      '<a href=//e.example>a</a><object data="//e.example"></object>',
      'a</a></object>',
    ],
    ['handlers', '<b onclick="x()">a</b>', 'a</b>'],
    ['another path', 'https://docs.example/rules/4711', LEFT],
    ['another query', `${KNOWN}&q=4711`, LEFT],
    ['another fragment', `${KNOWN}#4711`, LEFT],
    ['another port', 'https://docs.example:4711/rules?v=2', LEFT],
    ['a name before it', 'https://4711@docs.example/rules?v=2', LEFT],
    ['a subdomain', 'https://4711.docs.example/rules?v=2', LEFT],
    ['joined by what is cut out', 'ht[RESPOND]tps://evil.example/a', LEFT],
    ['joined by a tag', 'ht<img src=x>tps://evil.example/a', LEFT],
    ['joined by a link', '[ht](//x)tps://evil.example/a', LEFT],
  ])('%s', (_, reply, expected) => {
    expect(clean(reply)).toBe(expected)
  })

  test.each([
    ['Yes [1]. ht[99]tps://evil.example', 'Yes [1]. ht tps://evil.example'],
    ['https [98]://evil.example', 'https ://evil.example'],
    ['https[98][99]://evil.example', 'https  ://evil.example'],
    ['www[99].evil.example', 'www .evil.example'],
    ['ht[9<img src=x>9]tps://evil.example', 'ht tps://evil.example'],
    ['ht[9[99]9]tps://evil.example', 'ht[9 9]tps://evil.example'],
    ['Cheap [98][99]. And [1, 99], or (so [7]).', 'Cheap. And [1], or (so).'],
    ['很便宜[7]。是的', '很便宜。是的'],
  ])('a mark for nothing goes, and joins nothing: %s', (reply, expected) => {
    expect(dropFalseMarks(clean(reply), [{ number: 1 } as IncludedPiece])).toBe(expected)
  })

  test('what is nested without end says nothing', () => {
    const nested = Array.from({ length: 50 }).reduce<string>((text) => `[RES${text}POND]`, 'x')
    const deep = nested.replace('x', '')
    expect(clean(deep)).toBe(NOTHING_TO_SAY)
  })
})
