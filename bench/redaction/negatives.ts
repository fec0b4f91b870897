import type { Random } from '../../test/chaos/seeded-random.ts'
import { anyOf, digits, HEX, padded, someOf } from './text-random.ts'

/* Texts that hold nothing personal and look as if: every character a rule touches in them is a mistake. */

const year = (r: Random) => padded(r, 1990, 2030, 4)
const month = (r: Random) => padded(r, 1, 12, 2)
const day = (r: Random) => padded(r, 1, 28, 2)
const clock = (r: Random) => `${padded(r, 0, 23, 2)}:${padded(r, 0, 59, 2)}`

const SEEN: readonly ((random: Random) => string)[] = [
  (r) => `see you on ${year(r)}-${month(r)}-${day(r)} at ${clock(r)}`,
  (r) => `встреча ${day(r)}.${month(r)}.${year(r)} в ${clock(r)}`,
  (r) =>
    `log ${year(r)}-${month(r)}-${day(r)}T${clock(r)}:${padded(r, 0, 59, 2)}.${digits(r, 3)}Z done`,
  (r) => `bump to v${r.between(0, 20)}.${r.between(0, 40)}.${r.between(0, 99)} please`,
  (r) => `the flat costs ${r.between(1, 9)},${digits(r, 3)},${digits(r, 3)} USD`,
  (r) => `цена ${r.between(1, 9)} ${digits(r, 3)} ${digits(r, 3)} руб.`,
  (r) => `order no. ${digits(r, 10)} shipped`,
  (r) => `заказ №${digits(r, 9)} в пути`,
  (r) => `ticket #${digits(r, 6)} and PR ${digits(r, 5)}`,
  (r) => `fixed in commit ${someOf(r, HEX, 40)}`,
  (r) => `see ${someOf(r, HEX, 7)} and ${someOf(r, HEX, 12)}`,
  (r) =>
    `id ${someOf(r, HEX, 8)}-${someOf(r, HEX, 4)}-4${someOf(r, HEX, 3)}-a${someOf(r, HEX, 3)}-${someOf(r, HEX, 12)}`,
  (r) => `timestamp ${r.between(1_500_000_000, 1_900_000_000)} is in seconds`,
  (r) => `ms ${r.between(1_500_000_000_000, 1_900_000_000_000)}`,
  (r) => `${digits(r, 3)} + ${digits(r, 3)} = ${digits(r, 4)}, easy`,
  (r) => `pi is 3.14159265358979 and e 2.718281828${digits(r, 4)}`,
  (r) => `resolution ${r.between(1000, 4000)}x${r.between(600, 2200)}, ${r.between(24, 144)} Hz`,
  (r) => `for (let i = 0; i < ${digits(r, 4)}; i++) total += rows[i].value`,
  (r) => `we meet at the station dot is waiting, ${r.between(2, 12)} people`,
  (r) => `ISBN 978-3-16-148410-${r.between(0, 9)} is a good one`,
  (r) => `Chrome/${r.between(90, 130)}.0.${r.between(4000, 6999)}.${r.between(10, 250)} on Linux`,
  (r) =>
    `version ${r.between(1, 9)}.${r.between(0, 9)}.${r.between(0, 9)}.${r.between(0, 9)} crashes`,
  () => 'my password is too weak, I should change it',
  () => 'one two three four, I declare a thumb war',
  () => 'the token: what does it even mean?',
  (r) => `coordinates 52.${digits(r, 5)}, 13.${digits(r, 5)}`,
  (r) => `score ${r.between(0, 9)}-${r.between(0, 9)}, ${r.between(0, 9)}-${r.between(0, 9)}`,
  (r) => `bus 12, 15, 18, 22, 31 or ${r.between(40, 99)}`,
  (r) => `上午${r.between(8, 11)}点开会，${year(r)}年${r.between(1, 12)}月`,
  (r) =>
    `https://example.com/articles/${year(r)}/${month(r)}/${digits(r, 8)}?page=${r.between(2, 9)}`,
]

const HELD_OUT: readonly ((random: Random) => string)[] = [
  (r) => `from ${day(r)}/${month(r)}/${year(r)} ${clock(r)} to ${day(r)}/${month(r)}/${year(r)}`,
  (r) => `budget: ${r.between(10, 99)}.${digits(r, 3)}.${digits(r, 3)},00 €`,
  (r) => `invoice INV-${year(r)}-${digits(r, 6)} is paid`,
  (r) => `tracking RR${digits(r, 9)}CN arrived`,
  (r) => `build ${digits(r, 8)}.${r.between(1, 20)} on main`,
  (r) => `sha256:${someOf(r, HEX, 64)}`,
  (r) => `population grew from ${digits(r, 3)} ${digits(r, 3)} to ${digits(r, 3)} ${digits(r, 3)}`,
  (r) =>
    `lottery: ${r.between(1, 9)} ${r.between(10, 19)} ${r.between(20, 29)} ${r.between(30, 49)}`,
  (r) => `std::vector<int> v{${r.between(1, 9)}, ${r.between(1, 9)}}; v.at(0)`,
  (r) => `kernel ${r.between(4, 6)}.${r.between(0, 19)}.0-${r.between(10, 99)}-generic`,
  (r) => `пришло ${r.between(1, 30)} человек, ждали ${r.between(31, 99)} к ${clock(r)}`,
  (r) => `room 4, floor 2, seats ${r.between(10, 99)}-${r.between(100, 999)}`,
  (r) => `https://youtu.be/${someOf(r, 'abcdefghijkABCDEFG0123456789', 11)}?t=${digits(r, 3)}`,
  (r) => `open issue https://github.com/acme/tool/issues/${digits(r, 5)}`,
  () => 'the password reset mail never came',
  () => 'secret santa is on friday, token gifts only',
  () => 'I was at work dot com bubble was before my time',
  (r) =>
    `ratio ${r.between(1, 9)}:${r.between(1, 9)} then ${r.between(1, 9)}:${r.between(10, 59)}:${r.between(10, 59)}`,
  (r) => `SKU ${digits(r, 4)}-${digits(r, 4)} has ${digits(r, 2)} pcs`,
  (r) => `дом ${r.between(1, 99)}, кв. ${r.between(1, 300)}, этаж ${r.between(1, 20)}`,
]

/** A text without anything personal in it. */
export function harmless(random: Random, set: 'seen' | 'held out'): string {
  return anyOf(random, set === 'seen' ? SEEN : HELD_OUT)(random)
}
