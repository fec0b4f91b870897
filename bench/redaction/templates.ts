/* Sentences around a value, {} being its place: chat, forms, code and logs, in the languages our chats are in.
 * The rules were written with `SEEN` in sight; `HELD_OUT` was written with them, before any rule, and was not
 * run until the rules were thought done: README.md tells what it showed. */

export type TemplateSet = 'seen' | 'held out'

export const OPEN_TEMPLATES: Readonly<Record<TemplateSet, readonly string[]>> = {
  seen: [
    '{}',
    'hey its {} btw',
    'you can reach me here: {}, any time after six',
    'lol no, {} is mine, yours is different 😂',
    'Пиши сюда {} если что',
    'мой новый — {}. Старый не работает',
    'Meine Daten: {} (bitte nicht weitergeben)',
    'Voici : {}\nMerci !',
    'te lo paso: {}; avísame',
    'il mio è {}, grazie',
    'moje to {}',
    'o meu é {} tá?',
    '我的是 {} 谢谢',
    'これです：{}',
    'رقمي {} شكرا',
    'field1=foo value={} status=ok',
    '{"contact": "{}", "active": true}',
    '2024-03-01T12:44:09Z WARN intake: rejected {} (attempt 3 of 5)',
    '- [x] checked {}\n- [ ] write back',
    'const mine = "{}" // do not commit',
  ],
  'held out': [
    'ok so {} should do it, ping me at 18:30',
    '> {}\nthat one? or the 2nd?',
    'Kontakt – {} – Stand 12.03.2024',
    'запиши: {}!!!',
    'скинь на {}, пожалуйста, до 15:00',
    'мені на {} будь ласка',
    'pls update the sheet ({}) before v2.4.1 ships',
    "INSERT INTO people VALUES (17, '{}', 3.50);",
    '[12/Mar/2024:10:01:22 +0000] "GET /x?c={}" 200 512',
    'c’est bien {}?',
    'Anota: {} / gracias',
    'numer 3 na liście: {}',
    '连络方式：{}。',
    '<td>{}</td>',
    'old: n/a, new: {}, price 49.99 EUR',
  ],
}

export const BARE_PHONE_TEMPLATES: Readonly<Record<TemplateSet, readonly string[]>> = {
  seen: [
    'call me on {}',
    'my phone is {} ok?',
    'Tel.: {}',
    'мой телефон {}',
    'номер {} пиши в телегу',
    'Handy: {}',
    'WhatsApp {}',
    'mon numéro : {}',
    'mi teléfono es {}',
    '电话 {}',
    'sms to {} pls',
  ],
  'held out': [
    'text me: {}',
    'mobile={}',
    'позвони мне {}',
    'ruf mich an: {}',
    'appelle-moi au {}',
    'llámame al {}',
    'phone number - {} - thanks',
    'cell {}',
    'мій номер {}',
  ],
}

type Labels = Readonly<Record<string, readonly [string, ...string[]]>>

/** Words that say what kind of number comes. */
export const IDENTITY_LABELS: Readonly<Record<TemplateSet, Labels>> = {
  seen: {
    us: ['SSN', 'my social is', 'Social Security Number:'],
    uk: ['NI number', 'National Insurance no:'],
    de: ['Steuer-ID', 'meine Steueridentifikationsnummer:'],
    fr: ['numéro de sécurité sociale :', 'NIR'],
    es: ['DNI', 'mi NIE es'],
    it: ['codice fiscale:', 'CF'],
    pl: ['PESEL', 'mój pesel to'],
    nl: ['BSN', 'burgerservicenummer:'],
    br: ['CPF', 'meu cpf é'],
    in: ['Aadhaar', 'my aadhaar number is'],
    ua: ['РНОКПП', 'мій ІПН'],
    inn: ['ИНН', 'мой ИНН:'],
    snils: ['СНИЛС', 'снилс мой'],
  },
  'held out': {
    us: ['ssn#', 'soc sec no.'],
    uk: ['NINO:', 'nat ins'],
    de: ['IdNr.', 'Steuer-Identifikationsnummer'],
    fr: ['n° sécu', 'numéro de sécu'],
    es: ['D.N.I.:', 'documento'],
    it: ['cod. fiscale', 'C.F.:'],
    pl: ['nr PESEL:', 'PESEL='],
    nl: ['sofinummer', 'bsn-nummer:'],
    br: ['CPF nº', 'cpf:'],
    in: ['आधार', 'aadhar no.'],
    ua: ['ідентифікаційний код', 'ІПН:'],
    inn: ['инн', 'ИНН физлица'],
    snils: ['снилс:', 'СНИЛС №'],
  },
}

/** Registers whose numbers show by their own form; the others need their label. */
export const OPEN_IDENTITIES: readonly string[] = ['uk', 'es', 'it']

/** Sentences around a labelled number: {label} {}. */
export const LABELLED_TEMPLATES: Readonly<Record<TemplateSet, readonly string[]>> = {
  seen: ['{label} {}', 'ok: {label} {}, that is all', '{label} {} 🙏', 'form 3, {label} {}\nend'],
  'held out': ['so {label} {} right?', '* {label} {};', '({label} {})', '{label} {} — спасибо'],
}
