import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'

/** The text with what was found between bars: "|a@b.de|". */
function marked(text: string): string {
  let [out, at] = ['', 0]
  for (const { start, end } of redact(text).found) {
    out += `${text.slice(at, start)}|${text.slice(start, end)}|`
    at = end
  }
  return out + text.slice(at)
}

describe('what is found, and where it ends', () => {
  test.each([
    'write to |anna.k+shop@mail.example.co.uk|, please',
    'email:|o.brien@example.org|.',
    '<|a@b.technology|>',
    '邮箱|john@example.com|谢谢',
    'пошта |почта@пример.рф|',
    '|用户@例子.公司|',
    '|anna@mail.ru|.Thanks',
    'ssh |root@host.example.net|:22',
  ])('mail: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })

  test.each([
    'My US number is |(415) 555-0132|, abroad |+1 415 555 0132|',
    'My Israeli number is |09-7625400|',
    'ring |+49 (0)171 5551234| after 18:00',
    'tel:|0301234567|',
    'on 2024-03-01 |212-555-0199| rang',
    '|8 (916) 555-35-35|',
    'звони |89165553535|',
    '|06 12 34 56 78|, le soir',
    '|212-555-0199| |212-555-0147|',
    'call |4 1 5 5 5 5 0 1 3 2|',
    '|five five five, no|'.replaceAll('|', ''),
    'dial |four one five five five five oh one three two|, ok',
    'text me: |0041798746578|',
    '电话|13800138000|',
    '4155550132 was his phone'.replace('4155550132', '|4155550132|'),
  ])('telephone: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })

  test.each([
    '|4012888888881881| |4012-8888-8888-1881| |4012 8888 8888 1881|',
    'amex |3714 496353 98431| exp 04/27',
    '|30569309025904|',
    'card=|5555555555554444|&x=123',
    'IBAN: |DE89 3704 0044 0532 0130 00|.',
    '|gb29nwbk60161331926819|',
    '|MT84 MALT 0110 0001 2345 MTLC AST0 01S| ok',
    'IBAN|NO9386011117947|'.replace('IBAN', 'IBAN '),
  ])('money: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })

  test.each([
    'from |192.168.0.1|, port 80',
    'http://|203.0.113.7|:8080/x',
    '|10.0.0.0|/8',
    '[|2001:db8::1|]:8080',
    '|fe80::1|%eth0',
    'ip:|2001:db8:85a3::8a2e:370:7334|.',
    '|::ffff:192.0.2.1|',
    'node:|64:ff9b::192.0.2.1|',
    'ip 8.8.4.4'.replace('8.8.4.4', '|8.8.4.4|'),
    'mac:|00:1A:2b:3c:4d:5e| |00-1a-2b-3c-4d-5e| |001a.2b3c.4d5e|',
  ])('machines: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })

  test.each([
    'SSN |123-45-6789|',
    'social |123456789|',
    'NI |AB 12 34 56 C|',
    'Steuer-ID |86095742719|',
    '|1 84 12 76 451 089 46|',
    'né en Corse: |1 84 12 2A 451 089 33|',
    '|12345678Z| y |X1234567L|',
    '|RSSMRA85T10A562S|',
    'cf |fpbpml02l21h287o|',
    'pesel |44051401359|',
    'BSN: |111222333|',
    'CPF |529.982.247-25|',
    'aadhaar |2341 2341 2346|',
    'РНОКПП |3184710691|',
    'ИНН |500100732259|',
    'СНИЛС |112-233-445 95|',
  ])('registers: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })

  const key = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z'
  test.each([
    `sk-|${key}|`.replace('sk-|', '|sk-'),
    `use |ghp_${key}ab|!`,
    '|AKIAIOSFODNN7EXAMPLE|',
    `|123456789:AA${key}-|`,
    `|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${key}|`,
    'password: |hunter2|, ok',
    'my password is |Sommer2024!|',
    'пароль: |qwerty123|',
    'DB_PASSWORD=|s3cr3t|',
    '{"api_key": "|abc123def|"}',
    'postgres://app:|p@ss!word|@db.internal:5432/x',
    `Authorization: Bearer |${key}|`,
    `token |${key}|`,
    '|-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----| end',
    '|-----BEGIN PRIVATE KEY-----\nMIIEowIBAAK|'.replace('AAK|', 'AAK|'),
  ])('secrets: %s', (text) => {
    expect(marked(text.replaceAll('|', ''))).toBe(text)
  })
})

describe('what looks personal and is not', () => {
  test.each([
    'on 2024-03-01 at 12:30, or 01.03.2024 18:00',
    '2024-03-01T12:44:09.123Z INFO done',
    'v1.2.3, 10.2.1, Chrome/120.0.6099.71, kernel 2.6.24.18, version 10.20.30.40',
    'costs $1,234,567.89 or 1 234 567 руб. or 12.345.678,00 €',
    'order 4155550132, ticket #1234567, invoice 2024-000123, заказ №1234567890',
    'epoch 1700000000, then 1700000000123',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8, sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'id 123e4567-e89b-12d3-a456-426614174000',
    'pi = 3.14159265358979323846',
    '12 + 34 = 46; 1 2 3 4 5 6 7 8 9 10',
    'ISBN 978-3-16-148410-0',
    '4111 1111 1111 1112 and DE89 3704 0044 0532 0130 01',
    '256.256.256.256, 192.168.1, 127.0.0.1, 255.255.255.0',
    'std::vector, ab::cd, Foo::bar, 12:34:56, 1:2:3:4',
    'I work at google.com, look at the dot in the middle',
    'ping @anna, foo@bar, react@18.2.0, git@github.com:a/b.git',
    'my password is too weak; token: what?; password = getPassword(); secret: process.env.SECRET',
    'one two three four five, once I caught a fish alive',
    'https://example.com/a/2024/12345678?page=2&x=AbCdEf1234567890AbCdEf1234567890',
    'src/redact/FindSomethingVeryLong2.test.ts and getElementsByTagNameNS2AndMore',
    'встреча 28.03.1997 в 17:47, на 12.03.24 в 5',
    '123456789, 44051401359, 111222333',
    'integrity sha512-Ab3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zAb3dE5fG7hJ9',
    'it do a full startup',
    'call me on 03.10.2024 at 12:30, or on 2024-03-10',
    'order 212-555-0199, ticket 0171 5551234',
    '$ 612 345 678, 612 345 678 руб., 612 345 678 EUR, #212-555-0199',
    'took 611.944444 s; dial 255.255.255.0; call 05/05/09/1846213',
    'all builds at google.com; look at example dot com',
    'ubuntu-16-04-desktop-amd64-Release7',
    'на 12 03 24 в пять, ha 12-03-24 b',
    'pesel 44991400007',
  ])('%s', (text) => {
    expect(redact(text)).toEqual({ text, found: [] })
  })

  test('other alphabets and emoji keep every unit', () => {
    const text =
      '👩‍👩‍👧 今天天气很好 なるほど 안녕하세요 می‌خواهم שלום привіт é ﷺ ①½ \u{1F3F4}\u{E0067}\u{E007F}'
    expect(redact(text)).toEqual({ text, found: [] })
    expect(redact(`${text} a@b.de ${text}`).text).toBe(`${text} [email] ${text}`)
  })
})

describe('disguises', () => {
  test.each([
    ['anna (at) mail [dot] ru', '[email]'],
    ['anna dot k at example dot com ok', '[email] ok'],
    ['анна собака мейл точка ру', '[email]'],
    ['аnnа@mаil.ru', '[email]'],
    ['an\u200bna@ma\u00adil.ru!', '[email]!'],
    ['call ４１５-５５５-０１３２ now', 'call [phone] now'],
    ['call ٤١٥-٥٥٥-٠١٣٢ now', 'call [phone] now'],
    ['४१११ ११११ ११११ ११११', '[card]'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '[card]'],
    ['4111\u20111111\u20111111\u20111111', '[card]'],
    ['DЕ89 3704 0044 0532 0130 00', '[iban]'],
    ['𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏', '[card]'],
    ['1\u200b92.168.7.1', '[ip]'],
    ['192[.]168[.]7[.]1', '[ip]'],
    ['4111 1111 1111 111⒈', '[card]'],
    ['4️⃣1️⃣5️⃣-5️⃣5️⃣5️⃣-0️⃣1️⃣3️⃣2️⃣', '[phone]'],
    ['call 4l5-555-Ol32', 'call [phone]'],
    ['x=a%40b.com', 'x=[email]'],
  ])('%s', (text, expected) => {
    expect(redact(text).text).toBe(expected)
  })

  test('spans are those of the text as it was typed', () => {
    const text = '👋 an\u200bna@mail.ru и ４１５-５５５-０１３２!'
    expect(
      redact(text).found.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    ).toEqual([
      ['email', 'an\u200bna@mail.ru'],
      ['phone', '４１５-５５５-０１３２'],
    ])
  })
})

describe('twice is once', () => {
  test.each([
    'tel 415-555-0132 4155550199 phone [phone] 4155550111',
    'password: [secret] and [secret]abc1',
    '12 345 678 901 415-555-0132 22 333',
    'pesel a@b.de 44051401359',
    `tel ${'a'.repeat(40)}@example.com 4155550132 x`,
  ])('%s', (text) => {
    const once = redact(text).text
    expect(redact(once).text).toBe(once)
  })

  const pieces = [
    ...[
      'a@b.de',
      ' at ',
      ' dot ',
      '+49',
      '030',
      '415-555-0132',
      '4111 1111 1111 1111',
      '192.168.7.1',
    ],
    ...[
      'password: ',
      'tel ',
      'ssn ',
      'DE89370400440532013000',
      '[phone]',
      '[',
      ']',
      '12',
      '7',
      ' ',
      '-',
      '.',
      ':',
    ],
    ...[
      '(',
      ')',
      '\u200b',
      'five ',
      'one ',
      'sk-',
      'aB3dE5fG7hJ9kL1m',
      '://x:',
      '@',
      'com',
      'я',
      '💥',
      '\ud83d',
      '\ue000',
    ],
  ]
  const texts = fc
    .array(fc.constantFrom(...pieces), { maxLength: 24 })
    .map((parts) => parts.join(''))

  test('whatever is put together', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: once, found } = redact(text)
        expect(redact(once).text).toBe(once)
        let [rest, at] = ['', 0]
        for (const { kind, start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(at)
          rest += `${text.slice(at, start)}[${kind}]`
          at = end
        }
        expect(once).toBe(rest + text.slice(at))
      }),
      { numRuns: 3_000, seed: 7 },
    )
  })
})
