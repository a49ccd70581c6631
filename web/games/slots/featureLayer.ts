import { Container, Graphics, Texture } from 'pixi.js'
import type { Coin, Position } from '../play/types'
import { type Playback, motionIsReduced } from '../shell/motion'
import { CoinLabels } from './coinLabels'
import { RespinStrips, restTimes } from './respinStrips'
import type { Scene } from './scene'
import { StickyWilds } from './stickyWilds'
import type { Plate } from './tallSymbol'

/** How long a reel takes to be filled from where its symbol landed, in milliseconds. */
const GROW_MS = 340

/** What features lay over the reels: the worth of coins, held coins, covered reels, sticky wilds. */
export class FeatureLayer {
  readonly #scene: Scene
  readonly #playback: Playback
  readonly #frames = new Graphics()
  readonly #labels: CoinLabels
  readonly #strips = new RespinStrips()
  readonly #wilds: StickyWilds
  #coins: readonly Coin[] = []
  #held = false
  #cells: readonly Position[] = []
  #reels: readonly number[] = []

  /** `worth` is what stands on a coin. */
  constructor(scene: Scene, playback: Playback, worth: (coin: Coin) => string) {
    this.#scene = scene
    this.#playback = playback
    this.#labels = new CoinLabels(worth)
    this.#wilds = new StickyWilds(scene)
    scene.effects.addChildAt(new Container({ children: [this.#wilds.view, this.#frames, this.#strips.view, this.#labels.view] }), 0)
    scene.app.renderer.on('resize', () => queueMicrotask(() => this.#draw()))
    scene.onStop = (reel) => {
      this.#wilds.leave(reel)
      this.#label()
    }
    scene.onLight = (lit) => this.#labels.light(lit)
  }

  /** Takes everything away but what stays for the next step: held coins, sticky wilds, and reels that do not turn in it. */
  lift(): void {
    if (!this.#held) this.#coins = []
    // Only an expanding wild keeps its reel; an expanding symbol covers it for one spin.
    if (this.#scene.definition.expanding_wild === undefined) this.#reels = []
    // Reels that do not turn show their wilds themselves.
    this.#wilds.show(motionIsReduced() ? [] : this.#cells)
    this.#draw()
  }

  /** Takes everything away. */
  clear(): void {
    this.#held = false
    this.#coins = []
    this.#cells = []
    this.#reels = []
    this.#wilds.show([])
    this.#draw()
  }

  /** Shows what coins are worth, each as soon as its reel stands still; held ones get a frame and stay. */
  coins(coins: readonly Coin[], held: boolean): void {
    this.#coins = coins
    this.#held = held
    this.#draw()
  }

  /** Spins the free cells of a respin; `land` hears of each new coin that comes to rest. */
  async respin(coins: readonly Coin[], land: (index: number) => void): Promise<void> {
    const known = new Set(this.#coins.map(({ position }) => position.join()))
    const fresh = coins.filter(({ position }) => !known.has(position.join()))
    if (motionIsReduced()) await this.#lay(fresh, land)
    else await this.#spin(known, fresh, land)
    this.coins(coins, true)
  }

  /** The new coins one after the other, where nothing is to move. */
  async #lay(fresh: readonly Coin[], land: (index: number) => void): Promise<void> {
    await this.#playback.wait(350)
    for (const [index, coin] of fresh.entries()) {
      this.#bring(coin)
      land(index)
      await this.#playback.wait(200)
    }
  }

  async #spin(known: ReadonlySet<string>, fresh: readonly Coin[], land: (index: number) => void): Promise<void> {
    const cells = this.#scene.reels.flatMap((reel, r) => Array.from({ length: reel.shown }, (_, row): Position => [r, row]))
    const due = restTimes(cells.filter((at) => !known.has(at.join())))
    const length = due.at(-1)?.at ?? 0
    const filled = new Set(fresh.map(({ position }) => position.join()))
    this.#strips.begin(
      due.map((free) => ({ ...free, isCoin: filled.has(free.position.join()) })),
      this.#scene.layout.cell,
      { running: this.#coinTexture(true), still: this.#coinTexture(false), blank: this.#scene.look.bonus },
    )
    this.#draw()
    const pops: Promise<void>[] = []
    await this.#playback.animate(length, (share) => {
      this.#strips.turn(share * length)
      while (due[0] !== undefined && due[0].at <= share * length) {
        const { position } = due.shift()!
        const coin = fresh.find((one) => one.position.join() === position.join())
        // A free cell rests on its blank until all of them do.
        if (coin === undefined) continue
        this.#strips.stop(position)
        this.#bring(coin)
        land(fresh.indexOf(coin))
        pops.push(this.#pop(coin))
      }
    })
    await Promise.all(pops)
    this.#strips.end()
  }

  /** Holds a new coin and lays its symbol into its cell; the rest of the reel stays. */
  #bring(coin: Coin): void {
    const [reel, row] = coin.position
    const sprite = this.#scene.reels[reel]?.spriteAt(row)
    if (sprite !== undefined) sprite.texture = this.#coinTexture(false)
    this.coins([...this.#coins, coin], true)
  }

  async #pop({ position: [reel, row] }: Coin): Promise<void> {
    const sprite = this.#scene.reels[reel]?.spriteAt(row)
    const { cell } = this.#scene.layout
    await this.#playback.animate(280, (share) => sprite?.setSize(cell * 0.92 * (1 + 0.45 * (1 - share) * Math.cos(share * 5))))
  }

  #coinTexture(isBlurred: boolean): Texture {
    const { textures, coin = '' } = this.#scene
    return (isBlurred ? textures.blurred.get(coin) : undefined) ?? textures.symbols.get(coin) ?? Texture.EMPTY
  }

  /** Lets the symbol that fills these reels grow over each of them in turn, from where it landed. */
  async cover(reels: readonly number[]): Promise<void> {
    const { look } = this.#scene
    const plate: Plate = { fill: look.window, light: look.glow, rim: look.frameLight }
    const isStill = motionIsReduced()
    const growing = reels.filter((reel) => {
      const landed = this.#scene.reels[reel]?.landed
      return !isStill && landed !== undefined && !landed.isOld && landed.row >= 0
    })
    this.#reels = reels.filter((reel) => !growing.includes(reel))
    for (const reel of reels) this.#scene.reels[reel]?.grow(growing.includes(reel) ? 0 : 1, plate)
    this.#draw()
    for (const reel of growing) {
      await this.#playback.animate(GROW_MS, (share) => this.#scene.reels[reel]?.grow(1 - (1 - share) ** 3, plate))
      this.#reels = [...this.#reels, reel]
      this.#draw()
    }
  }

  /** Frames the cells whose wild stays. */
  stick(cells: readonly Position[]): void {
    this.#cells = cells
    this.#wilds.show([])
    this.#draw()
  }

  #draw(): void {
    const { layout, look, reels } = this.#scene
    const { cell } = layout
    const g = this.#frames.clear()
    this.#wilds.draw()
    if (this.#held) this.#drawSockets(g)
    const frame = (x: number, y: number, width: number, height: number): void => {
      const inset = cell * 0.02
      const box = [x + inset, y + inset, width - inset * 2, height - inset * 2, cell * 0.12] as const
      g.roundRect(...box).stroke({ color: look.glow, width: cell * 0.11, alpha: 0.16 })
      g.roundRect(...box).stroke({ color: look.glow, width: cell * 0.06, alpha: 0.32 })
      g.roundRect(...box).stroke({ color: 0xfff6d0, width: Math.max(1.5, cell * 0.022), alpha: 0.95 })
    }
    for (const reel of this.#reels) frame(reel * cell, 0, cell, layout.reels.height)
    for (const [reel, row] of this.#cells) {
      const height = reels[reel]?.rowHeight ?? cell
      frame(reel * cell, row * height, cell, height)
    }
    if (this.#held) for (const { position } of this.#coins) frame(position[0] * cell, position[1] * cell, cell, cell)
    this.#label()
  }

  /** The places of a board of held coins that are still free. */
  #drawSockets(g: Graphics): void {
    const { layout, look, reels } = this.#scene
    const { cell } = layout
    const taken = new Set(this.#coins.map(({ position }) => position.join()))
    for (const [r, reel] of reels.entries()) {
      for (let row = 0; row < reel.shown; row += 1) {
        if (taken.has([r, row].join())) continue
        const inset = cell * 0.06
        const box = [r * cell + inset, row * cell + inset, cell - 2 * inset, cell - 2 * inset, cell * 0.16] as const
        g.roundRect(...box).fill({ color: 0x03060f, alpha: 0.42 })
        g.roundRect(...box).stroke({ color: look.bonus, width: Math.max(1, cell * 0.014), alpha: 0.55 })
        // While strips turn in the sockets, their blanks are all that is in them.
        if (!this.#strips.isOn)
          g.circle((r + 0.5) * cell, (row + 0.5) * cell, cell * 0.24).stroke({ color: look.bonus, width: Math.max(1, cell * 0.02), alpha: 0.16 })
      }
    }
  }

  /** Labels the coins whose reels stand still. */
  #label(): void {
    const { layout, reels } = this.#scene
    this.#labels.show(
      this.#coins.filter(({ position: [reel] }) => reels[reel]?.isMoving === false),
      layout.cell,
    )
  }
}
