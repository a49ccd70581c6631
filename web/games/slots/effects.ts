import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import type { Position, SlotsDefinition, Win } from '../play/types'
import type { Playback } from '../shell/motion'
import type { Rect } from './layout'
import type { Scene } from './scene'
import { countPlace, placeCount } from './stageLook'
import { SymbolShow } from './symbolShow'
import type { Drop } from './timeline'
import { type Grid, drawAllLines, drawLine, drawWays } from './traces'
import { drawLabel, labelCell } from './tracesLabel'

/** More cells than this at once are as good as the whole window. */
const MANY_CELLS = 16
/** Sparks round a symbol that was waited for. */
const SPARKS_LANDED = 6
/** How far a label on the upper edge of the frame may stand out over it, in pixels: there badges have their row. */
const LABEL_REACH = 6

/** What is drawn over the reels: highlights, lines, bursts and coins. */
export class Effects {
  readonly #scene: Scene
  readonly #playback: Playback
  readonly #symbols: SymbolShow
  readonly #lines = new Graphics()
  readonly #labels = new Container()
  readonly #sparks = new Container()
  #paylines: readonly (readonly number[])[] | null = null
  #glow = Texture.EMPTY
  #coin = Texture.EMPTY

  constructor(scene: Scene, playback: Playback, definition: Pick<SlotsDefinition, 'symbols' | 'pays'>) {
    this.#scene = scene
    this.#playback = playback
    this.#symbols = new SymbolShow(scene, definition)
    scene.effects.addChild(this.#symbols.view, this.#lines, this.#sparks, this.#labels)
    this.#drawTextures()
    // What the renderer had drawn for itself went with its graphics.
    scene.app.canvas.addEventListener('webglcontextrestored', () => this.#drawTextures())
  }

  #drawTextures(): void {
    this.#glow = this.#scene.app.renderer.generateTexture(softDot())
    this.#coin = this.#scene.app.renderer.generateTexture(coin())
  }

  /** Every symbol in full light, nothing drawn over it. */
  clear(): void {
    this.#lines.clear()
    this.#unlabel()
    for (const reel of this.#scene.reels) {
      reel.light()
      reel.draw()
    }
    this.#scene.onLight(null)
    this.#keepClear([])
  }

  /** Lights the cells of some wins, dims the others and draws their lines, or the ways through the reels. */
  light(wins: readonly Win[], lines: readonly (readonly number[])[] | null): void {
    const lit = new Set(wins.flatMap((win) => win.positions.map(key)))
    const grid = this.#grid(lit)
    const g = this.#lines.clear()
    this.#unlabel()
    this.#scene.reels.forEach((reel, r) => reel.light((row) => lit.has(key([r, row]))))
    this.#scene.onLight(lit)
    this.#paylines = lines
    for (const win of wins) {
      const line = win.line === null ? undefined : lines?.[win.line]
      if (line !== undefined) drawLine(g, line, grid)
      // The ways of several wins cross to a web that nobody can read: each is drawn when it is shown alone.
      if (win.kind === 'ways' && wins.length === 1) drawWays(g, win.positions, grid)
      if (win.kind === 'expanded' && lines !== null) drawAllLines(g, lines, [...new Set(win.positions.map(([reel]) => reel))], grid)
    }
    for (const box of grid.won) this.#frame(g, box)
    this.#keepClear(grid.won)
  }

  /** Lets the page count beside what has won. */
  #keepClear(won: readonly Rect[]): void {
    const { app, layout, reels } = this.#scene
    const stage = app.canvas.parentElement
    if (stage === null) return
    const { reels: window } = layout
    placeCount(stage, won.length === 0 ? null : countPlace(window, Math.max(...reels.map(({ shown }) => shown)), won, app.screen.height - window.y))
  }

  /** Writes at the end of a win what it is and pays; what has won stays in sight. */
  label(win: Win, text: string): void {
    this.#unlabel()
    const last = win.positions.at(-1)
    if (last === undefined) return
    const { reels, layout, app } = this.#scene
    const line = win.line === null ? undefined : this.#paylines?.[win.line]
    const shown = reels.map((reel) => reel.shown)
    const at = win.kind === 'line' || win.kind === 'ways' ? labelCell(win.positions, line, shown) : null
    const grid = this.#grid(new Set(win.positions.map(key)))
    const { y, height } = layout.reels
    const room = { ...grid, height, top: -Math.min(y - 1, layout.frame + LABEL_REACH), bottom: app.screen.height - y - 1 }
    this.#labels.addChild(drawLabel(text, at, last[0], grid, room))
  }

  #unlabel(): void {
    for (const label of this.#labels.removeChildren()) label.destroy({ children: true })
  }

  /** The cells of the window, and the boxes of those that have won: a reel with one tall picture is one. */
  #grid(lit: ReadonlySet<string>): Grid {
    const { reels, layout, look } = this.#scene
    const { cell, frame } = layout
    const won = reels.flatMap((reel, r): Rect[] => {
      const rows = Array.from({ length: reel.shown }, (_, row) => row).filter((row) => lit.has(key([r, row])))
      if (reel.isTall && rows.length > 0) return [{ x: r * cell, y: 0, width: cell, height: layout.reels.height }]
      return rows.map((row) => ({ x: r * cell, y: row * reel.rowHeight, width: cell, height: reel.rowHeight }))
    })
    return { cell, frame, heights: reels.map(({ rowHeight }) => rowHeight), glow: look.glow, core: this.#scene.core, won }
  }

  #frame(g: Graphics, { x, y, width, height }: Rect): void {
    const { cell } = this.#scene.layout
    const inset = cell * 0.03
    const box: [number, number, number, number, number] = [x + inset, y + inset, width - inset * 2, height - inset * 2, cell * 0.1]
    const { core, look } = this.#scene
    const { glow } = look
    g.roundRect(...box).stroke({ color: glow, width: cell * 0.09, alpha: 0.16 })
    g.roundRect(...box).stroke({ color: glow, width: cell * 0.05, alpha: 0.3 })
    g.roundRect(...box).stroke({ color: core ?? 0xfff6d0, width: Math.max(1.5, cell * (core === undefined ? 0.02 : 0.035)), alpha: 0.95 })
  }

  /** Lets the symbols of some wins move; in time with the round, or with a pace of its own. */
  pulse(wins: readonly Win[], playback = this.#playback): Promise<void> {
    const cells = new Map(wins.flatMap(({ positions }) => positions.map((at) => [key(at), at])))
    return this.#symbols.win([...cells.values()], playback)
  }

  /** Lets symbols move that pass the time. */
  stir(cells: readonly Position[], playback: Playback): Promise<void> {
    return this.#symbols.rest(cells, playback)
  }

  /** What is waited for has landed: it springs up and sparks fly. */
  async land(cells: readonly Position[]): Promise<void> {
    const { layout, reels } = this.#scene
    for (const [reel, row] of cells) this.#scatterSparks((reel + 0.5) * layout.cell, (row + 0.5) * (reels[reel]?.rowHeight ?? layout.cell), SPARKS_LANDED)
    await this.#symbols.land(cells, this.#playback)
  }

  /** Symbols breathe that wait for another of their kind. */
  breathe(cells: readonly Position[]): Promise<void> {
    return this.#symbols.breathe(cells, this.#playback)
  }

  /** Winning symbols burst. */
  async burst(removed: readonly Position[]): Promise<void> {
    const { cell } = this.#scene.layout
    const sprites = removed.map(([reel, row]) => this.#scene.reels[reel]?.spriteAt(row)).filter((sprite) => sprite !== undefined)
    // A whole window is many cells: each gets fewer sparks, so that a phone can draw them all.
    const sparks = removed.length > MANY_CELLS ? 2 : 7
    for (const [reel, row] of removed) {
      this.#scatterSparks((reel + 0.5) * cell, (row + 0.5) * (this.#scene.reels[reel]?.rowHeight ?? cell), sparks)
    }
    const sizes = sprites.map(({ width, height }) => [width, height] as const)
    // Nothing is left in the boxes round them.
    this.#lines.clear()
    await this.#playback.animate(260, (share) => {
      const swell = (1 + 0.25 * share) * (1 - share ** 3)
      for (const [i, sprite] of sprites.entries()) {
        const [width, height] = sizes[i] ?? [0, 0]
        sprite.setSize(Math.max(0.01, width * swell), Math.max(0.01, height * swell))
        sprite.alpha = 1 - share
      }
    })
  }

  #scatterSparks(x: number, y: number, count: number): void {
    const { cell } = this.#scene.layout
    const blendMode = this.#scene.isAccelerated ? 'add' : 'normal'
    for (let i = 0; i < count; i += 1) {
      // The screen may draw before its first step has given it a place.
      const spark = new Sprite({ texture: this.#glow, anchor: 0.5, tint: this.#scene.look.glow, blendMode, visible: false })
      const angle = (i / count) * Math.PI * 2 + Math.random()
      const reach = cell * (0.4 + Math.random() * 0.5)
      const size = cell * (0.12 + Math.random() * 0.18)
      this.#sparks.addChild(spark)
      void this.#playback
        .animate(520, (share) => {
          spark.visible = true
          const out = 1 - (1 - share) ** 2
          spark.position.set(x + Math.cos(angle) * reach * out, y + Math.sin(angle) * reach * out + share * share * cell * 0.3)
          spark.setSize(size * (1 - share) + 0.01)
          spark.alpha = 1 - share
        })
        .then(() => spark.destroy())
    }
  }

  /** Symbols fall into their places. */
  async fall(drops: readonly Drop[]): Promise<void> {
    const reels = this.#scene.reels
    await this.#playback.animate(560, (share) => {
      for (const drop of drops) {
        const reel = reels[drop.reel]
        if (reel === undefined) continue
        const distance = drop.from - drop.to
        const own = Math.min(1, Math.max(0, (share * 1.35 - drop.reel * 0.05) / 1))
        reel.lift[drop.to] = distance * (1 - landing(own))
      }
      for (const reel of reels) reel.draw()
    })
    for (const reel of reels) {
      reel.lift.fill(0)
      reel.draw()
    }
  }

  /** Coins rain over the stage until `until` settles. */
  async coins(count: number, milliseconds: number): Promise<void> {
    const { width, height } = this.#scene.app.screen
    const layer = new Container()
    this.#scene.overlay.addChild(layer)
    const flights = Array.from({ length: count }, () => ({
      sprite: layer.addChild(new Sprite({ texture: this.#coin, anchor: 0.5, visible: false })),
      x: width * (0.5 + (Math.random() - 0.5) * 0.3),
      drift: (Math.random() - 0.5) * width * 1.1,
      rise: height * (0.55 + Math.random() * 0.55),
      start: Math.random() * 0.62,
      spin: 4 + Math.random() * 9,
      size: Math.min(width, height) * (0.03 + Math.random() * 0.04),
    }))
    await this.#playback.animate(milliseconds, (share) => {
      for (const coinFlight of flights) {
        const own = Math.min(1, Math.max(0, (share - coinFlight.start) / 0.38))
        const { sprite } = coinFlight
        sprite.visible = own > 0 && own < 1
        sprite.position.set(coinFlight.x + coinFlight.drift * own, height * 1.02 - coinFlight.rise * 4 * own * (1 - own) + own * height * 0.1)
        sprite.setSize(coinFlight.size * Math.max(0.08, Math.abs(Math.cos(own * coinFlight.spin))), coinFlight.size)
        sprite.rotation = own * coinFlight.drift * 0.002
      }
    })
    layer.destroy({ children: true })
  }

  /** Marks a reel the player waits for. */
  mark(reel: number): void {
    const {
      cell,
      reels: { height },
    } = this.#scene.layout
    const g = this.#lines.clear()
    for (const [width, alpha] of [
      [10, 0.2],
      [5, 0.45],
      [2, 1],
    ] as const) {
      g.roundRect(reel * cell + 2, 2, cell - 4, height - 4, 8).stroke({ color: this.#scene.look.glow, width, alpha })
    }
  }

  /** Takes the mark away. */
  unmark(): void {
    this.#lines.clear()
  }
}

function key([reel, row]: Position): string {
  return `${reel}:${row}`
}

/** A fall with one small bounce; 0 to 1. */
function landing(share: number): number {
  if (share < 0.72) return (share / 0.72) ** 2
  const rest = (share - 0.72) / 0.28
  return 1 - 0.06 * Math.sin(rest * Math.PI)
}

function softDot(): Graphics {
  const g = new Graphics()
  for (let i = 12; i > 0; i -= 1) g.circle(0, 0, i * 2.6).fill({ color: 0xffffff, alpha: 0.02 + (12 - i) * 0.012 })
  return g
}

function coin(): Graphics {
  return new Graphics()
    .circle(0, 0, 40)
    .fill(0x8a4a08)
    .circle(0, -1.5, 38)
    .fill(0xffc23a)
    .circle(0, -1.5, 30)
    .stroke({ color: 0xb8660f, width: 3 })
    .star(0, -1, 5, 20, 9)
    .fill(0xfff0b0)
    .arc(0, -1.5, 34, Math.PI * 1.05, Math.PI * 1.6)
    .stroke({ color: 0xfffbe0, width: 4, cap: 'round' })
}
