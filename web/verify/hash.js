// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), over arrays of bytes.

const PRIMES = []
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((p) => n % p !== 0)) PRIMES.push(n)
const fraction = (x) => ((x - Math.floor(x)) * 4294967296) | 0
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)))
const ROUND = PRIMES.map((p) => fraction(Math.cbrt(p)))

export function sha256(bytes) {
  const length = bytes.length
  const padded = [...bytes, 0x80]
  while (padded.length % 64 !== 56) padded.push(0)
  const bits = BigInt(length) * 8n
  for (let at = 7; at >= 0; at -= 1) padded.push(Number((bits >> BigInt(at * 8)) & 255n))
  const hash = [...START]
  const turned = (x, n) => (x >>> n) | (x << (32 - n))
  for (let from = 0; from < padded.length; from += 64) {
    const w = []
    for (let i = 0; i < 16; i += 1) {
      const at = from + i * 4
      w.push((padded[at] << 24) | (padded[at + 1] << 16) | (padded[at + 2] << 8) | padded[at + 3])
    }
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [w[i - 15], w[i - 2]]
      const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)
      const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)
      w.push((w[i - 16] + low + w[i - 7] + high) | 0)
    }
    let [a, b, c, d, e, f, g, h] = hash
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0
    })
  }
  return hash.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
}

export function hmac(key, message) {
  const block = [...(key.length > 64 ? sha256(key) : key)]
  while (block.length < 64) block.push(0)
  return sha256([...block.map((b) => b ^ 0x5c), ...sha256([...block.map((b) => b ^ 0x36), ...message])])
}

export const utf8 = (text) => [...new TextEncoder().encode(text)]
export const toHex = (bytes) => bytes.map((b) => b.toString(16).padStart(2, '0')).join('')
export const fromHex = (text) => (text.match(/../g) || []).map((pair) => parseInt(pair, 16))
