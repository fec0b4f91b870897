import type { ProviderName } from './providers/provider-access.ts'

/* What each vendor's models take besides text. A model of theirs that takes less (an old or a small one)
 * refuses the request, and is asked again without (provider-model.ts); there is no public list by model. The server behind `compatible` is
 * unknown: images are what every server that takes media takes. */
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const ACCEPTED: Readonly<Record<ProviderName, readonly string[]>> = {
  google: ['image/*', 'audio/*', 'video/*', 'application/pdf', 'text/plain'],
  openai: [...IMAGES, 'application/pdf'],
  anthropic: [...IMAGES, 'application/pdf'],
  compatible: ['image/*'],
}

/** Whether a prompt may carry media of this MIME type: by what is known of the model, or else of its provider. */
export function acceptsMedia(
  provider: ProviderName,
  mimeType: string,
  known: readonly string[] = ACCEPTED[provider],
): boolean {
  const type = plainType(mimeType)
  return known.some((accepted) =>
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
