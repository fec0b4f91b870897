/** NUL cannot be stored and half a surrogate pair cannot be encoded: both become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
