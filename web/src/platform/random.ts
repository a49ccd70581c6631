/** That many unpredictable bytes in hex; works on plain http hosts too, where `randomUUID` is missing. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A random id, such as an idempotency key. */
export function randomId(): string {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : randomHex(16)
}
