import { AppError } from '../domain/errors.ts'
import { checkEncoding, openSource } from './open-source.ts'

/** The whole text of a small file in UTF-8, or in UTF-16 with its mark; fails for a larger one, or for no text. */
export async function readTextFile(path: string, maxMegabytes: number): Promise<string> {
  const source = await openSource(path)
  if (source.sizeBytes > maxMegabytes * 1_048_576) {
    throw new AppError(
      'file_too_large',
      `${path} is larger than ${maxMegabytes} MB. Split it and import the parts one by one.`,
    )
  }
  await checkEncoding(source)
  const chunks: Buffer[] = []
  for await (const chunk of source.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
