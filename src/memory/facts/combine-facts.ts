import type { StatedFact } from '../../domain/fact.ts'
import type { FactId } from '../../domain/ids.ts'
import { supersede } from '../../text/facts/supersede.ts'

/**
 * What a model found besides the rules. A statement that says the same as one of the rules about the same message, or that
 * would end it, is left out: what a message says literally stays.
 */
export function besidesRules<T extends StatedFact>(
  rules: readonly StatedFact[],
  found: readonly T[],
): T[] {
  return found.filter((fact) => !rules.some((rule) => isCovered(fact, rule)))
}

function isCovered(fact: StatedFact, rule: StatedFact): boolean {
  if (!rule.messageIds.some((id) => fact.messageIds.includes(id))) return false
  const change = supersede([{ ...rule, id: 0 as FactId }], fact)
  switch (change.kind) {
    case 'join':
      return true
    case 'add':
      return change.closes.length > 0 || change.validTo !== null
    case 'end':
      // An end that is ahead adds what the rules do not read: "until Friday".
      return rule.ends || change.closes.some(({ validTo }) => validTo <= fact.saidAt)
  }
}
