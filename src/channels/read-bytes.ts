/** The bytes of a response; null if there are more. */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    // Leaving the loop cancels the rest.
    if (size > maxBytes) return null
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
