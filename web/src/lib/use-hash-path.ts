import { useLocation } from 'wouter'

/**
 * The decoded parts of the path after #. The router's own parameters are decoded with decodeURI, which leaves some
 * characters encoded; decoding them again would change an id with a percent sign.
 */
export function useHashPath(): readonly string[] {
  useLocation()
  return readHashPath(location.hash)
}

/** `#/memory/api%3Aann` is `memory` and `api:ann`. */
export function readHashPath(hash: string): readonly string[] {
  return hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        // Typed by hand, and not encoded.
        return part
      }
    })
}
