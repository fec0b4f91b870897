/** After a name: "gryag’s", "gryag-like" and "gryag.example" are other words. */
const GOES_ON = /^['’.-]?[\p{L}\p{N}\p{M}_]/u

/** Where the bot's name at the start of a text ends; null if the text starts with none. */
export function nameEnd(text: string, names: readonly string[]): number | null {
  const start = text.length - text.trimStart().length
  const ends = names.flatMap((name) => {
    const end = start + name.length
    const isName = name !== '' && text.slice(start, end).toLowerCase() === name.toLowerCase()
    return isName && !GOES_ON.test(text.slice(end)) ? [end] : []
  })
  return ends.length === 0 ? null : Math.max(...ends)
}
