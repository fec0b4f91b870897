import { test } from 'vitest'
import { writeFileSync, appendFileSync } from 'node:fs'
import { cleanReply } from './clean-reply.ts'
import { dropFalseMarks } from './citations.ts'
const N = 20_000
const CASES: Record<string, string> = {
  open: '['.repeat(N), meta: '[meta a='.repeat(N / 8), metaq: '[meta a="'.repeat(N / 9), metaspace: '[meta' + ' a=b'.repeat(N/4),
  link: '[x]('.repeat(N / 4), link2: ']('.repeat(N / 2), linkdeep: '[x](' + 'a'.repeat(N), linkparen: '[x](' + '(a)'.repeat(N/3), bracketlabel: '[a'.repeat(N/2),
  tag: '<a '.repeat(N / 3), tagq: '<a "'.repeat(N / 4), tagsq: `<a '`.repeat(N / 4), ref: '[a]:\n'.repeat(N / 5), refsp: '[a]:' + ' '.repeat(N), refpre: '>'.repeat(N), digits: '1.'.repeat(N/2),
  dom: 'a.'.repeat(N / 2), dom2: 'a-'.repeat(N / 2), url: 'https://' + 'a)'.repeat(N / 2), urltail: 'https://a' + ')'.repeat(N) + 'x', urls: 'https://a '.repeat(N / 10), urlmarks: 'https://a' + '[1]'.repeat(N/3) + 'x',
  line: 'Ann → '.repeat(N / 6), quote: '"'.repeat(N), quoting: 'a quoting "'.repeat(N / 11), nl: '\n'.repeat(N), sp: ' '.repeat(N) + 'x', hash: 'Ann#7'.repeat(N / 5), tech: '('.repeat(N), techsp: '(' + ' '.repeat(N), marks: '[99]'.repeat(N / 4), marksp: ' [99]'.repeat(N/5) + 'x', words: 'word '.repeat(N / 5), cjk: '漢'.repeat(N), lines: 'Ann: x\n'.repeat(N/7), spacelines: '   \n'.repeat(N/4),
}
test('perf', () => {
  writeFileSync('/tmp/perf.txt', '')
  for (const [name, text] of Object.entries(CASES)) {
    const began = performance.now()
    dropFalseMarks(cleanReply(text, { speakers: [{ name: 'Ann', id: 7 }], shown: [text] }), [])
    appendFileSync('/tmp/perf.txt', `${Math.round(performance.now() - began)} ${name}\n`)
  }
})
