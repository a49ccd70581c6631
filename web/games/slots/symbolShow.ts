import { Container, type Sprite } from 'pixi.js'
import type { Position, SlotsDefinition } from '../play/types'
import type { Playback } from '../shell/motion'
import { Glint } from './glint'
import type { Scene } from './scene'
import { type Motion, BREATH, LANDING, REST_MOTIONS, type SymbolClass, WIN_MOTIONS, poseAt, symbolClasses } from './symbolMotion'

/** More lights than this at once are a glare, and cost a phone its frames. */
const GLINTS_MAX = 12

/** Lets symbols that stand in the window move. */
export class SymbolShow {
  /** The light that runs over symbols, in the coordinates of the reel window. */
  readonly view = new Container()
  readonly #scene: Scene
  readonly #classes: ReadonlyMap<string, SymbolClass>

  constructor(scene: Scene, definition: Pick<SlotsDefinition, 'symbols' | 'pays'>) {
    this.#scene = scene
    this.#classes = symbolClasses(definition)
  }

  /** Symbols that have won, each as its class does; answers when all stand again. */
  win(cells: readonly Position[], playback: Playback): Promise<void> {
    return this.#play(cells, playback, (kind) => WIN_MOTIONS[kind])
  }

  /** Symbols that pass the time. */
  rest(cells: readonly Position[], playback: Playback): Promise<void> {
    return this.#play(cells, playback, (kind) => (kind === 'low' ? undefined : REST_MOTIONS[kind]))
  }

  /** Symbols that have landed and count. */
  land(cells: readonly Position[], playback: Playback): Promise<void> {
    return this.#play(cells, playback, () => LANDING)
  }

  /** Symbols that wait for another of their kind. */
  breathe(cells: readonly Position[], playback: Playback): Promise<void> {
    return this.#play(cells, playback, () => BREATH)
  }

  async #play(cells: readonly Position[], playback: Playback, motionOf: (kind: SymbolClass) => Motion | undefined): Promise<void> {
    const moved = cells.flatMap(([r, row]) => {
      const reel = this.#scene.reels[r]
      const motion = motionOf(this.#classes.get(reel?.symbolIn(row) ?? '') ?? 'low')
      return reel === undefined || motion === undefined ? [] : [{ reel, r, row, motion }]
    })
    const lit = new Map<number, Glint>()
    const lights = this.#scene.isAccelerated ? GLINTS_MAX : 0
    // One tall picture stands for all rows of its reel.
    const seen = new Set<Sprite>()
    for (const [i, { reel, row, motion }] of moved.entries()) {
      const sprite = reel.spriteAt(row)
      if (sprite === undefined || motion.glint === undefined || lit.size >= lights || seen.has(sprite)) continue
      seen.add(sprite)
      lit.set(i, new Glint(this.view, sprite))
    }
    const reels = new Set(moved.map(({ reel }) => reel))
    const length = Math.max(0, ...moved.map(({ motion }) => motion.milliseconds))
    await playback.animate(length, (share) => {
      for (const { reel, row, motion } of moved) reel.pose(row, share < 1 ? poseAt(motion, share) : undefined)
      for (const reel of reels) if (!reel.isMoving) reel.draw()
      for (const [i, glint] of lit) {
        const { reel, r, motion } = moved[i]!
        glint.run(reel.isMoving ? 1 : poseAt(motion, share).glint, r * this.#scene.layout.cell)
      }
    })
    for (const glint of lit.values()) glint.end()
  }
}
