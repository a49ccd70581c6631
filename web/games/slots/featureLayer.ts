import { Container, Graphics, Sprite, Text } from 'pixi.js'
import type { Coin, Position } from '../play/types'
import { type Playback, motionIsReduced } from '../shell/motion'
import type { Scene } from './scene'

/** How much of a cell a coin's worth may fill. */
const WORTH_WIDTH = 0.72

/** What features lay over the reels: the worth of coins, held coins, covered reels, sticky wilds. */
export class FeatureLayer {
  readonly #scene: Scene
  readonly #playback: Playback
  readonly #worth: (coin: Coin) => string
  readonly #frames = new Graphics()
  readonly #labels = new Container()
  readonly #ghosts = new Container()
  #coins: readonly Coin[] = []
  #held = false
  #cells: readonly Position[] = []
  #reels: readonly number[] = []

  /** `worth` is what stands on a coin. */
  constructor(scene: Scene, playback: Playback, worth: (coin: Coin) => string) {
    this.#scene = scene
    this.#playback = playback
    this.#worth = worth
    scene.effects.addChildAt(this.#labels, 0)
    scene.effects.addChildAt(this.#ghosts, 0)
    scene.effects.addChildAt(this.#frames, 0)
    scene.app.renderer.on('resize', () => queueMicrotask(() => this.#draw()))
  }

  /** Takes everything away but what is held for the next step. */
  lift(): void {
    if (!this.#held) this.#coins = []
    this.#draw()
  }

  /** Takes everything away. */
  clear(): void {
    this.#held = false
    this.#coins = []
    this.#cells = []
    this.#reels = []
    this.#draw()
  }

  /** Shows what coins are worth; held ones get a frame and stay. */
  coins(coins: readonly Coin[], held: boolean): void {
    this.#coins = coins
    this.#held = held
    this.#draw()
  }

  /** Lets the free cells flicker while a respin is under way, then the new coins pop in. */
  async respin(coins: readonly Coin[], pop: (index: number) => void): Promise<void> {
    const known = new Set(this.#coins.map(({ position }) => position.join()))
    const fresh = coins.filter(({ position }) => !known.has(position.join()))
    await this.#flicker(known)
    for (const [index, coin] of fresh.entries()) {
      this.coins([...this.#coins, coin], true)
      this.#showCoin(coin)
      pop(index)
      await this.#pop(coin)
    }
    this.coins(coins, true)
  }

  /** Covers reels with a frame of light. */
  async cover(reels: readonly number[]): Promise<void> {
    this.#reels = reels
    this.#draw()
    if (motionIsReduced()) return
    await this.#playback.animate(460, (share) => {
      this.#frames.alpha = Math.min(1, share * 1.4)
      for (const reel of reels) {
        for (const [row] of (this.#scene.reels[reel]?.lift ?? []).entries()) {
          const sprite = this.#scene.reels[reel]?.spriteAt(row)
          sprite?.setSize(this.#scene.layout.cell * (0.92 + 0.16 * Math.sin(share * Math.PI)))
        }
      }
    })
  }

  /** Frames the cells whose wild stays. */
  stick(cells: readonly Position[]): void {
    this.#cells = cells
    this.#draw()
  }

  async #flicker(known: ReadonlySet<string>): Promise<void> {
    if (motionIsReduced()) {
      await this.#playback.wait(350)
      return
    }
    const { cell } = this.#scene.layout
    const columns = this.#scene.reels.map((reel) => reel.lift.length)
    const free = columns.flatMap((rows, reel) => Array.from({ length: rows }, (_, row) => [reel, row] as const).filter((at) => !known.has(at.join())))
    const sprites = free.map(([reel, row]) => {
      const sprite = new Sprite({ texture: this.#coinTexture(), anchor: 0.5, alpha: 0 })
      sprite.position.set((reel + 0.5) * cell, (row + 0.5) * cell)
      sprite.setSize(cell * 0.86)
      return this.#ghosts.addChild(sprite)
    })
    await this.#playback.animate(760, (share) => {
      sprites.forEach((sprite, i) => {
        const wave = Math.sin(share * Math.PI * 5 + i * 1.9)
        sprite.alpha = Math.max(0, wave) * 0.34 * (1 - share * 0.4)
        sprite.y = ((free[i]?.[1] ?? 0) + 0.5 + (wave > 0 ? 0 : 0.08)) * cell
      })
    })
    this.#ghosts.removeChildren().forEach((ghost) => ghost.destroy())
  }

  async #pop(coin: Coin): Promise<void> {
    const [reel, row] = coin.position
    const sprite = this.#scene.reels[reel]?.spriteAt(row)
    const { cell } = this.#scene.layout
    if (sprite === undefined || motionIsReduced()) {
      await this.#playback.wait(200)
      return
    }
    await this.#playback.animate(280, (share) => {
      sprite.setSize(cell * 0.92 * (1 + 0.45 * (1 - share) * Math.cos(share * 5)))
    })
  }

  /** Lays the coin's symbol into its cell, the rest of the reel stays. */
  #showCoin(coin: Coin): void {
    const [reel, row] = coin.position
    const sprite = this.#scene.reels[reel]?.spriteAt(row)
    if (sprite !== undefined) sprite.texture = this.#coinTexture()
  }

  #coinTexture(): Sprite['texture'] {
    const [{ symbols }, id] = [this.#scene.textures, this.#scene.coin]
    return symbols.get(id ?? '') ?? new Sprite().texture
  }

  #draw(): void {
    const { cell } = this.#scene.layout
    const { glow } = this.#scene.look
    const rows = this.#scene.reels[0]?.lift.length ?? 0
    const g = this.#frames.clear()
    g.alpha = 1
    const frame = (x: number, y: number, width: number, height: number): void => {
      const inset = cell * 0.02
      const box = [x + inset, y + inset, width - inset * 2, height - inset * 2, cell * 0.12] as const
      g.roundRect(...box).stroke({ color: glow, width: cell * 0.11, alpha: 0.16 })
      g.roundRect(...box).stroke({ color: glow, width: cell * 0.06, alpha: 0.32 })
      g.roundRect(...box).stroke({ color: 0xfff6d0, width: Math.max(1.5, cell * 0.022), alpha: 0.95 })
    }
    for (const reel of this.#reels) {
      g.rect(reel * cell, 0, cell, rows * cell).fill({ color: glow, alpha: 0.12 })
      frame(reel * cell, 0, cell, rows * cell)
    }
    for (const [reel, row] of this.#cells) frame(reel * cell, row * cell, cell, cell)
    if (this.#held) for (const { position } of this.#coins) frame(position[0] * cell, position[1] * cell, cell, cell)
    this.#labels.removeChildren().forEach((label) => label.destroy())
    for (const coin of this.#coins) this.#labels.addChild(this.#label(coin, cell))
  }

  #label(coin: Coin, cell: number): Text {
    const prize = coin.prize !== undefined
    const label = new Text({
      text: this.#worth(coin),
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
}
