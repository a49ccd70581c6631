/** What a demo was promised with: the hash of each seed pair as it was shown first, while the seed was still secret. */
export class DemoPromises {
  readonly #hashes = new Map<number, string>()

  /** Notes the hash that is shown of a pair; false where another one was shown before. */
  note(pair: number, hash: string): boolean {
    const before = this.#hashes.get(pair)
    if (before === undefined) this.#hashes.set(pair, hash)
    return before === undefined || before === hash
  }
}
