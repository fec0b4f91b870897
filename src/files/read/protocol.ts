/* The messages to and from the reading thread. */

export type ReadJob = {
  readonly kind: 'pdf' | 'docx'
  readonly bytes: Uint8Array
  readonly maxPages: number
  readonly maxText: number
}

/** A line of a page: its text, the size of its type, and how high on the page it stands (in points). */
export type PdfLine = { readonly text: string; readonly size: number; readonly y: number }

export type ReadReply =
  | { readonly title: string; readonly pages: readonly (readonly PdfLine[])[] }
  | { readonly html: string }
  | { readonly failed: 'protected' | 'unpacks_too_large' }
  | { readonly failed: 'too_many_pages' | 'text_too_long'; readonly pages: number }
  | { readonly failed: 'damaged'; readonly message: string }
