/** Hands items to the one who takes them; those that come before that wait, the newest `waitingMax` of them. */
export class Outbox<Item> {
  private waiting: Item[] = []
  private take: ((item: Item) => void) | null = null

  constructor(private readonly waitingMax: number) {}

  /** Hands one item on. */
  put(item: Item): void {
    if (this.take) this.take(item)
    else this.waiting = [...this.waiting, item].slice(-this.waitingMax)
  }

  /** Hands every item to `take`, those that wait first. Returns how to stop. */
  deliverTo(take: (item: Item) => void): () => void {
    this.take = take
    const early = this.waiting
    this.waiting = []
    early.forEach((item) => take(item))
    return () => {
      if (this.take === take) this.take = null
    }
  }
}
