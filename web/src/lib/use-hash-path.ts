import { useLocation } from 'wouter'

/**
 * The parts of the address after #, each as it was before it was encoded. The router decodes only half of
 * it, and an id with a percent sign in it would become another.
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
        // Nobody encoded it; somebody typed it.
        return part
      }
    })
}
