/** A number with its noun: "1 message", "2 messages", "1,000 people" with a plural of its own. */
export function describeCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
