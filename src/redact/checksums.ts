/* Check digits by the rules their offices publish. All take digits alone, of the right length. */

/** The remainder of a weighted sum of digits. */
function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
}

/** ISO/IEC 7812: every second digit from the right doubled. */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** ISO 7064 MOD 97-10 over letters and digits, the first four moved to the end: IBAN. */
export function isMod97(account: string): boolean {
  let rest = 0
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** German tax number: ISO 7064 MOD 11,10, and among the first ten one digit occurs two or three times. */
export function isSteuerId(digits: string): boolean {
  const counts = [...'0123456789'].map((digit) => digits.slice(0, 10).split(digit).length - 1)
  const repeated = counts.filter((count) => count > 1)
  if (digits[0] === '0' || repeated.length !== 1 || Math.max(...repeated) > 3) return false
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    product = (((Number(digit) + product) % 10 || 10) * 2) % 11
  }
  return (11 - product) % 10 === Number(digits[10])
}

/** French social security: 97 minus the first thirteen modulo 97; Corsica's letters count as numbers. */
export function isNir(characters: string): boolean {
  const month = Number(characters.slice(3, 5))
  const isMonth = (month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50
  const isBody = /^[1-478]/.test(characters) && isMonth
  const body = characters.slice(0, 13).replace(/A/i, '0').replace(/B/i, '0')
  const corsica = /A/i.test(characters) ? 1_000_000 : /B/i.test(characters) ? 2_000_000 : 0
  return isBody && 97 - ((Number(body) - corsica) % 97) === Number(characters.slice(13))
}

/** Spanish DNI and NIE: the letter is the number modulo 23. */
export function isDni(characters: string): boolean {
  const upper = characters.toUpperCase()
  const number = upper.slice(0, -1).replace(/^[XYZ]/, (lead) => String('XYZ'.indexOf(lead)))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === upper.at(-1)
}

const ODD_PLACES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Italian codice fiscale: characters at odd places are looked up, the others count as they are. */
export function isCodiceFiscale(characters: string): boolean {
  const upper = characters.toUpperCase()
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const code = upper.charCodeAt(i)
    const value = code < 65 ? code - 48 : code - 65
    sum += i % 2 === 0 ? (ODD_PLACES[value] ?? 0) : value
  }
  return upper.charCodeAt(15) === 65 + (sum % 26)
}

/** Polish PESEL: a date of birth, its month raised by the century, and a weighted sum. */
export function isPesel(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20
  const day = Number(digits.slice(4, 6))
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31
  return isDate && weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
}

/** Dutch BSN: the eleven-test. */
export function isBsn(digits: string): boolean {
  return Number(digits) > 0 && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
}

/** Brazilian CPF: two check digits modulo 11; eleven equal digits would pass but are never issued. */
export function isCpf(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false
  const check = (length: number) => {
    const weights = Array.from({ length }, (_, i) => length + 1 - i)
    return ((weighted(digits, weights) * 10) % 11) % 10
  }
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}

const TURNS =
  '0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043 8765932104 9876543210'.split(
    ' ',
  )
const STEPS =
  '0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258'.split(
    ' ',
  )

/** Indian Aadhaar: Verhoeff's check, and the first digit is 2 at least. */
export function isAadhaar(digits: string): boolean {
  let state = 0
  for (let i = 0; i < digits.length; i++) {
    const stepped = STEPS[i % 8]?.[Number(digits[digits.length - 1 - i])]
    state = Number(TURNS[state]?.[Number(stepped)])
  }
  return state === 0 && /^[2-9]/.test(digits)
}

/** Ukrainian number of a taxpayer. */
export function isRnokpp(digits: string): boolean {
  const rest = weighted(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11
  return ((rest + 11) % 11) % 10 === Number(digits[9])
}

/** Russian taxpayer number: ten digits for a firm, twelve for a person. */
export function isInn(digits: string): boolean {
  const check = (weights: readonly number[]) => (weighted(digits, weights) % 11) % 10
  if (digits.length === 10) return check([2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[9])
  return (
    check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[10]) &&
    check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(digits[11])
  )
}

/** Russian pension insurance: weights nine to one, by 101. */
export function isSnils(digits: string): boolean {
  const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
  return rest % 100 === Number(digits.slice(9))
}
