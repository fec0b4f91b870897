/** Documentation text with code in backticks. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
      <code key={i}>{part}</code>
    ) : (
      part
    ),
  )
}
