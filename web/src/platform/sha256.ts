/** First 32 bits of the fractions of `roots` of the first primes, as the standard (FIPS 180-4) defines its constants. */
function fractionBits(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32)
}

const ROUND_CONSTANTS = fractionBits(64, Math.cbrt)
const START = fractionBits(8, Math.sqrt)
const BLOCK_BYTES = 64

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function compress(state: Uint32Array, view: DataView, offset: number, schedule: Uint32Array): void {
  const word = (index: number) => schedule[index] ?? 0
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const early = word(i - 15)
    const late = word(i - 2)
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[i] = word(i - 16) + small0 + word(i - 7) + small1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + big1 + choice + (ROUND_CONSTANTS[i] ?? 0) + word(i)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + big0 + majority) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) state[i] = (state[i] ?? 0) + (mixed[i] ?? 0)
}

/**
 * SHA-256 of `bytes` in hex. Written out because the browser's own hash answers asynchronously, which
 * is far too slow for tens of thousands of short texts, and not at all on plain http.
 */
export function sha256Hex(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const state = START.slice()
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) compress(state, view, offset, schedule)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}
