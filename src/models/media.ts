import type { ProviderName } from './providers/provider-access.ts'

/* What each vendor's models take besides text. A model of theirs that takes less (an old or a small one)
 * refuses the request with an error; there is no public list by model. The server behind `compatible` is
 * unknown: images are what every server that takes media takes. */
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const ACCEPTED: Readonly<Record<ProviderName, readonly string[]>> = {
  google: ['image/*', 'audio/*', 'video/*', 'application/pdf', 'text/plain'],
  openai: [...IMAGES, 'application/pdf'],
  anthropic: [...IMAGES, 'application/pdf'],
  compatible: ['image/*'],
}

/** Whether a provider's prompt may carry media of this MIME type. */
export function acceptsMedia(provider: ProviderName, mimeType: string): boolean {
  const type = plainType(mimeType)
  return ACCEPTED[provider].some((accepted) =>
    accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted,
  )
}

/**
 * The type as sent to a vendor: without parameters, and a YouTube link, for which there is no MIME type, as
 * the video it leads to.
 */
export function mediaTypeOnWire(mimeType: string): string {
  const type = plainType(mimeType)
  return type === 'video/youtube' ? 'video/mp4' : type
}

function plainType(mimeType: string): string {
  return mimeType.replace(/;.*$/s, '').trim().toLowerCase()
}
