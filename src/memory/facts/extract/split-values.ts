import type { FactAttribute } from '../../../domain/fact.ts'
import type { CompiledLanguage } from './compile-rules.ts'

/** Attributes whose lists are several facts: "allergic to nuts and eggs". "Fish and chips" is one preference. */
const LISTS: readonly FactAttribute[] = ['allergy', 'language']
const MAX_ITEMS = 6

/** The single values of a list; `rest` is the sentence after the value, where a list with commas goes on. */
export function splitValues(
  attribute: FactAttribute,
  value: string,
  rest: string,
  { joins }: CompiledLanguage,
): string[] {
  if (!LISTS.includes(attribute)) return [value]
  const and = ` (?:${joins.split('|').slice(0, -1).join('|')}) `
  const goesOn = new RegExp(
    `^(?:, ?[^,;.!?]{2,20}){0,4}?,? ?${and.trim()} ([^\\s,;.!?]{2,20})(?=[\\s.!,;]*$)`,
    'iu',
  )
  const list = goesOn.test(rest) ? `${value}${rest.replace(/[\s.!;]+$/u, '')}` : value
  const items = list.split(new RegExp(`,? ?${and}|, ?`, 'iu')).map((item) => item.trim())
  return items.filter((item) => item !== '').slice(0, MAX_ITEMS)
}
