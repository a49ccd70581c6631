import { fromHex, hmac, utf8 } from './hash.js'

/** The numbers of one step of one round. */
export class Stream {
  constructor(record, step) {
    this.key = hmac(fromHex(record.server_seed), utf8('croupier.outcome.v1'))
    this.prefix = `${record.client_seed}:${record.currency}:${record.nonce}:${step}:`
    this.block = 0
    this.words = []
  }

  word() {
    if (this.words.length === 0) {
      const bytes = hmac(this.key, utf8(this.prefix + this.block))
      for (let at = 0; at < 32; at += 4) {
        this.words.push(((bytes[at] * 256 + bytes[at + 1]) * 256 + bytes[at + 2]) * 256 + bytes[at + 3])
      }
      this.block += 1
    }
    return this.words.shift()
  }

  below(n) {
    const bound = Math.floor(4294967296 / n) * n
    for (;;) {
      const word = this.word()
      if (word < bound) return word % n
    }
  }

  /** One of [name, weight] pairs by weight, in their order. */
  chosen(entries) {
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [name, weight] of entries) {
      if (left < weight) return name
      left -= weight
    }
    throw new Error('weights changed')
  }
}
