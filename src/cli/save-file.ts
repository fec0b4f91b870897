import { writeFile } from 'node:fs/promises'
import { AppError, codeOf } from '../domain/errors.ts'

/**
 * Writes a file that only its owner can read. Unless it may be replaced, the file must be new: `wx` fails also
 * where the name is a symbolic link.
 */
export async function saveFile(
  path: string,
  text: string,
  { isReplaced }: { readonly isReplaced: boolean },
): Promise<void> {
  try {
    await writeFile(path, text, { flag: isReplaced ? 'w' : 'wx', mode: 0o600 })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') {
      throw new AppError(
        'invalid_request',
        `${path} already exists. Name another file, or add --force to replace it.`,
        { cause: error },
      )
    }
    throw new AppError(
      code === 'ENOSPC' ? 'disk_full' : 'invalid_request',
      `${path} cannot be written (${code}). Check that its folder exists and is writable.`,
      { cause: error },
    )
  }
}
