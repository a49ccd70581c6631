/**
 * The provably fair stream, read independently of the server:
 *
 *     commitment  = hex(SHA-256("croupier.commit.v1:" + server_seed_hex))
 *     outcome key = HMAC-SHA256(key = server_seed bytes, "croupier.outcome.v1")
 *     block i     = HMAC-SHA256(outcome key, "{client_seed}:{currency}:{nonce}:{step}:{i}")
 *
 * A block is eight big-endian 32-bit numbers.
 */

const COMMIT_LABEL = 'croupier.commit.v1:'
const OUTCOME_LABEL = 'croupier.outcome.v1'
const WORDS_PER_BLOCK = 8
const WORD_VALUES = 2 ** 32
const SERVER_SEED = /^[0-9a-f]{64}$/

/** What the numbers of a round are made from. */
export interface RoundSeeds {
  /** 64 lower-case hexadecimal digits. */
  server_seed: string
  client_seed: string
  currency: string
  /** Number of the round under this server seed; text when it may be beyond 2^53. */
  nonce: number | string
}

/** What the operator published before the first bet: 64 hexadecimal digits. */
export function commitmentOf(serverSeed: string): Promise<string> {
  return sha256(COMMIT_LABEL + serverSeed)
}

/** SHA-256 of a text: 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOfText(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The numbers of one step of a round, in order. */
export class Stream {
  private words: number[] = []
  private blockNext = 0

  private constructor(
    private readonly outcomeKey: CryptoKey,
    private readonly prefix: string,
  ) {}

  /** The stream of step `step`; 0 is the paid spin. Throws when the server seed is no seed. */
  static async open(seeds: RoundSeeds, step: number): Promise<Stream> {
    const key = await hmacKey(bytesOfSeed(seeds.server_seed))
    const outcomeKey = await hmacKey(await sign(key, OUTCOME_LABEL))
    return new Stream(outcomeKey, `${seeds.client_seed}:${seeds.currency}:${seeds.nonce}:${step}:`)
  }

  /** A number from 0 to `n - 1`, each equally likely: values that would favour small results are skipped. */
  async uniform(n: number): Promise<number> {
    const fairBelow = Math.floor(WORD_VALUES / n) * n
    for (;;) {
      const word = await this.nextWord()
      if (word < fairBelow) return word % n
    }
  }

  /** The next raw 32 bits. */
  async nextWord(): Promise<number> {
    const ready = this.words.shift()
    if (ready !== undefined) return ready
    const block = new DataView(await sign(this.outcomeKey, `${this.prefix}${this.blockNext}`))
    this.blockNext += 1
    this.words = Array.from({ length: WORDS_PER_BLOCK }, (_, i) => block.getUint32(i * 4, false))
    return this.nextWord()
  }
}

function hmacKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

function sign(key: CryptoKey, message: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign('HMAC', key, bytesOfText(message))
}

function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function bytesOfSeed(hex: string): Uint8Array<ArrayBuffer> {
  if (!SERVER_SEED.test(hex)) throw new Error('a server seed is 64 lower-case hexadecimal digits')
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}
