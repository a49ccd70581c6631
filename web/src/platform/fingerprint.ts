import { sha256Hex } from './sha256'

/** Traits that stay the same from visit to visit of one browser on one device. */
function stableTraits(): string[] {
  const { language, hardwareConcurrency, maxTouchPoints, platform, userAgent } = navigator
  const { width, height, colorDepth } = window.screen
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // Turning a phone swaps width and height.
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return [userAgent.replaceAll(/[\d._]+/g, ''), language, platform, hardwareConcurrency, maxTouchPoints, short, long, colorDepth, timeZone].map(String)
}

/**
 * A hash of what a browser tells of its device: a hint for support, the same on all phones of one model. Browsers are
 * told apart by the id that the server signs. Empty when the browser does not give its traits away.
 */
export function deviceFingerprint(traits: () => string[] = stableTraits): string {
  try {
    return sha256Hex(new TextEncoder().encode(traits().join('\n')))
  } catch {
    return ''
  }
}
