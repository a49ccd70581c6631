/** Longest seed a player may choose, in characters. */
const LENGTH_MAX = 64

/** Whether a text can be a client seed: 1 to 64 letters, digits, hyphens and underscores. */
export function isClientSeed(text: string): boolean {
  return text.length <= LENGTH_MAX && /^[\w-]+$/.test(text)
}

/** A seed that nobody could foresee: 16 random hexadecimal digits. */
export function randomClientSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
