import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import { motionIsReduced } from '../shell/motion'
import { drawCabinet } from './cabinet'
import { type Layout, cover, coverAround } from './layout'
import { beamOfLight, dotOfLight } from './lights'
import { type Look, lookByNight, mix } from './look'
import type { SlotTextures } from './textures'

/** How far each layer follows the pointer, in pixels, and how much of its own colours is left to it by night. */
const LAYERS = [
  { name: 'back', depth: 6, day: 0.34 },
  { name: 'middle', depth: 14, day: 0.18 },
  { name: 'front', depth: 26, day: 0.42 },
] as const
/** How much of the light of the day a mascot keeps by night. */
const MASCOT_DAY = 0.7

/** The night has come, or gone, after so long. */
const FADE_SECONDS = 0.5
/** What the colours of a layer turn to by night, before the light of the feature falls on them. */
const DARK = 0x14123a
/** Beams of light behind the cabinet; fewer where the processor draws. */
const BEAMS = { many: 7, few: 3 } as const
/** Sparks that rise by night. */
const MOTES = 22

type Size = Readonly<{ width: number; height: number }>

interface Mote {
  sprite: Sprite
  x: number
  /** Where on its way it begins, and how fast it rises, in heights of the stage a second. */
  start: number
  speed: number
  size: number
}

/** All that stands behind the reels: background, figure, cabinet and title, by day and in the night of a feature. */
export class Backdrop {
  readonly view = new Container()
  readonly #look: Look
  readonly #reels: number
  readonly #layers: readonly { view: Container; day: Sprite; depth: number }[]
  readonly #haze: Sprite
  readonly #title: Sprite
  readonly #mascot = new Container()
  readonly #cabinet = { day: new Graphics(), night: new Graphics() }
  readonly #beams = new Container()
  readonly #halo: Sprite
  readonly #motes: readonly Mote[]
  /** What is seen by day, and what lies over it by night. */
  readonly #byDay: Container[]
  readonly #byNight: Container[]
  #layout: Layout | undefined
  #screen: Size = { width: 0, height: 0 }
  /** How much of it is night, from 0 to 1, and how much there will be. */
  #night = 0
  #due = 0
  #seconds = 0

  /** `isLight` says that the processor draws, so that there has to be less to draw. */
  constructor(textures: SlotTextures, look: Look, reels: number, isLight: boolean) {
    this.#look = look
    this.#reels = reels
    const dot = dotOfLight()
    const { bonus } = look
    const layers = LAYERS.map(({ name, depth, day: left }) => {
      const [day, night] = [new Sprite(textures[name]), new Sprite({ texture: textures[name], tint: mix(mix(bonus, DARK, 0.42), 0xffffff, left * 0.6) })]
      // Seen from the other side it is another place; what has to stay in sight keeps its own.
      if (look.focus === undefined) {
        night.scale.x = -1
        night.x = night.texture.width
      }
      const view = new Container()
      view.addChild(day, night)
      return { view, day, night, depth }
    })
    this.#layers = layers
    this.#haze = new Sprite({ texture: Texture.WHITE, tint: mix(bonus, DARK, 0.5), alpha: look.haze ?? 0 })
    this.#title = new Sprite({ texture: textures.title, anchor: 0.5 })
    const mascot = { day: new Sprite({ texture: textures.mascot, anchor: 0.5 }), night: new Sprite({ texture: textures.mascot, anchor: 0.5 }) }
    // A mascot keeps its own colours by night: fully tinted it would be another one.
    mascot.night.tint = mix(bonus, 0xffffff, MASCOT_DAY)
    this.#mascot.addChild(mascot.day, mascot.night)
    // See `Scene.isAccelerated`.
    const blendMode = isLight ? 'normal' : 'add'
    const beam = beamOfLight()
    for (let i = 0; i < (isLight ? BEAMS.few : BEAMS.many); i += 1) {
      this.#beams.addChild(new Sprite({ texture: beam, anchor: { x: 0.5, y: 0 }, tint: bonus, blendMode }))
    }
    this.#halo = new Sprite({ texture: dot, anchor: 0.5, tint: bonus, blendMode })
    const motes = new Container()
    this.#motes = Array.from({ length: MOTES }, () => ({
      sprite: motes.addChild(new Sprite({ texture: dot, anchor: 0.5, tint: mix(bonus, 0xffffff, 0.4), blendMode })),
      x: Math.random(),
      start: Math.random(),
      speed: 0.03 + Math.random() * 0.05,
      size: 5 + Math.random() * 13,
    }))
    const [back, middle, front] = layers
    const air = new Container({ children: look.haze === undefined ? [] : [this.#haze] })
    this.#byDay = [...layers.map(({ day }) => day), mascot.day, this.#cabinet.day]
    this.#byNight = [...layers.map(({ night }) => night), air, this.#halo, this.#beams, motes, mascot.night, this.#cabinet.night]
    this.view.addChild(back!.view, air, this.#halo, this.#beams, middle!.view, front!.view, motes, this.#mascot)
    this.view.addChild(this.#cabinet.day, this.#cabinet.night, this.#title)
    this.#fade()
  }

  /** Whether the night comes or goes. */
  get isFading(): boolean {
    return this.#night !== this.#due
  }

  /** Lets the night of a feature come, or the day; at once where the player asked for less motion. */
  turn(toNight: boolean): void {
    this.#due = toNight ? 1 : 0
    if (!motionIsReduced()) return
    this.#night = this.#due
    this.#fade()
  }

  /** Fits all of it into a stage of the given size. */
  fit(layout: Layout, screen: Size): void {
    this.#layout = layout
    this.#screen = { width: screen.width, height: screen.height }
    for (const { view, day, depth } of this.#layers) {
      const fit = this.#around(day.texture, depth)
      view.scale.set(fit.scale)
      view.position.set(fit.x - depth, fit.y - depth)
    }
    const { title, mascot, reels: box } = layout
    const scale = Math.min(title.width / this.#title.texture.width, title.height / this.#title.texture.height)
    this.#title.scale.set(scale)
    this.#title.position.set(title.x + title.width / 2, title.y + title.height / 2)
    this.#mascot.visible = mascot !== null
    if (mascot !== null) {
      this.#mascot.position.set(mascot.x + mascot.width / 2, mascot.y + mascot.height / 2)
      for (const sprite of this.#mascot.children) sprite.setSize(mascot.width, mascot.height)
    }
    drawCabinet(this.#cabinet.day, layout, this.#look, this.#reels)
    drawCabinet(this.#cabinet.night, layout, lookByNight(this.#look), this.#reels)
    this.#haze.setSize(screen.width, screen.height)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    this.#halo.position.set(x, y)
    this.#halo.setSize(box.width * 1.9, box.height * 2.1)
    this.#beams.position.set(x, y)
    this.#shine()
  }

  /** Moves on by so many seconds; `pointer` is where the player points, from the middle of the window. */
  advance(seconds: number, pointer: Readonly<{ x: number; y: number }>): void {
    if (this.isFading) {
      const step = seconds / FADE_SECONDS
      this.#night = this.#due > this.#night ? Math.min(this.#due, this.#night + step) : Math.max(this.#due, this.#night - step)
      this.#fade()
    }
    this.#seconds += seconds
    const mascot = this.#layout?.mascot ?? null
    if (mascot !== null) {
      this.#mascot.y = mascot.y + mascot.height / 2 + Math.sin(this.#seconds * 1.4) * mascot.height * 0.015
      this.#mascot.rotation = Math.sin(this.#seconds * 0.9) * 0.025
    }
    for (const { view, day, depth } of this.#layers) {
      const fit = this.#around(day.texture, depth)
      const x = fit.x - depth - pointer.x * depth * 2 + Math.sin(this.#seconds * 0.3 + depth) * depth * 0.3
      const y = fit.y - depth - pointer.y * depth
      view.position.set(view.position.x + (x - view.position.x) * 0.06, view.position.y + (y - view.position.y) * 0.06)
    }
    if (this.#night > 0) this.#shine()
  }

  /** Scale and place of a layer: it covers the stage and what it moves by, and shows what has to be seen of it. */
  #around(picture: Size, depth: number): ReturnType<typeof cover> {
    const box = { width: this.#screen.width + depth * 2, height: this.#screen.height + depth * 2 }
    const { focus } = this.#look
    const layout = this.#layout
    // Beside reels that leave room it is seen anyway, and over those that leave none it is not.
    if (focus === undefined || layout === undefined || layout.mascot !== null || layout.title.height === 0) return cover(picture, box)
    return coverAround(picture, box, focus, layout.reels.y - layout.frame)
  }

  /** Lays the night over the day by so much as has come of it. */
  #fade(): void {
    for (const part of this.#byDay) part.visible = this.#night < 1
    for (const part of this.#byNight) {
      part.visible = this.#night > 0
      part.alpha = this.#night
    }
  }

  /** Turns the beams and lets the sparks rise. */
  #shine(): void {
    const { width, height } = this.#screen
    const beams = this.#beams.children
    for (const [i, beam] of beams.entries()) {
      beam.rotation = (i / beams.length) * Math.PI * 2 + this.#seconds * 0.07
      beam.setSize(Math.max(width, height) * 0.24, Math.max(width, height) * 0.72)
      beam.alpha = 0.55 + 0.45 * Math.sin(this.#seconds * 0.6 + i * 2.1)
    }
    for (const { sprite, x, start, speed, size } of this.#motes) {
      const way = (start + this.#seconds * speed) % 1
      sprite.position.set((x + Math.sin(this.#seconds * 0.5 + start * 9) * 0.02) * width, height * (1.04 - way * 1.08))
      sprite.setSize(size)
      sprite.alpha = Math.sin(way * Math.PI) * 0.8
    }
  }
}
