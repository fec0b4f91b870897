const ACCENTS = /\p{Mn}/gu
// ASCII characters that Unicode calls symbols and not punctuation ("$", "+") split words too.
const TOKENS =
  /[\p{P}$+<=>^`|~\p{Script=Han}]|[^\s\p{P}\p{Cc}\p{Cf}\p{Co}$+<=>^`|~\p{Script=Han}]+/gu

/**
 * The words and signs of a text as the teacher splits it: folded to lower case without accents, split at spaces and
 * around every sign and Chinese character.
 */
export function teacherTokens(text: string): string[] {
  return text.toLowerCase().normalize('NFD').replace(ACCENTS, '').match(TOKENS) ?? []
}
