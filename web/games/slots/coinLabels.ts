import { Container, Text } from 'pixi.js'
import type { Coin } from '../play/types'

/** How much of a cell a coin's worth may fill. */
const WORTH_WIDTH = 0.72
/** What is left of the worth of a coin while other cells are lit: beside a win it would be read as what the win pays. */
const DIMMED = 0.3

/** What coins are worth, written over them. */
export class CoinLabels {
  readonly view = new Container()
  readonly #worth: (coin: Coin) => string
  #labels = new Map<string, Text>()
  #lit: ReadonlySet<string> | null = null

  /** `worth` is what stands on a coin. */
  constructor(worth: (coin: Coin) => string) {
    this.#worth = worth
  }

  /** Labels these coins and no others, in cells of this side. */
  show(coins: readonly Coin[], cell: number): void {
    const kept = this.#labels
    this.#labels = new Map()
    for (const coin of coins) {
      const [reel, row] = coin.position
      const text = this.#worth(coin)
      const name = [reel, row, cell, text].join(':')
      const label = kept.get(name) ?? this.view.addChild(labelOf(coin, text, cell))
      kept.delete(name)
      label.label = `${reel}:${row}`
      this.#labels.set(name, label)
    }
    for (const label of kept.values()) label.destroy()
    this.light(this.#lit)
  }

  /** Dims the labels of all cells but the lit ones, named as `reel:row`; null lights all. */
  light(lit: ReadonlySet<string> | null): void {
    this.#lit = lit
    for (const label of this.#labels.values()) label.alpha = lit === null || lit.has(label.label) ? 1 : DIMMED
  }
}

function labelOf(coin: Coin, text: string, cell: number): Text {
  const prize = coin.prize !== undefined
  const label = new Text({
    text,
    anchor: 0.5,
    style: {
      fontFamily: 'Sora Variable, sans-serif',
      fontWeight: '700',
      fontSize: cell * (prize ? 0.24 : 0.27),
      fill: prize ? '#fff3c4' : '#ffffff',
      stroke: { color: prize ? '#7a1030' : '#1a0c04', width: Math.max(3, cell * 0.05), join: 'round' },
    },
  })
  const widest = cell * WORTH_WIDTH
  if (label.width > widest) label.scale.set(widest / label.width)
  label.position.set((coin.position[0] + 0.5) * cell, (coin.position[1] + 0.56) * cell)
  return label
}
