import 'pixi.js/unsafe-eval'
import { Application, Color, Container, FillGradient, Graphics, RendererType, Sprite, Ticker } from 'pixi.js'
import { PlayRefusal } from '../play/api'
import type { ReelSet, SlotsDefinition } from '../play/types'
import { motionIsReduced } from '../shell/motion'
import { hasBoard } from './board'
import { type Layout, cover, layOut } from './layout'
import { type Look, lookOf } from './look'
import { Reel } from './reel'
import { type SlotTextures, loadTextures } from './textures'
import type { Window } from './timeline'

/** How far each layer follows the pointer, in pixels. */
const PARALLAX = { back: 6, middle: 14, front: 26 } as const
/** Frames a second while nobody plays: enough for a scene that only breathes, and kind to a phone's battery. */
const FPS_AT_REST = 30
/** From so many device pixels a pixel, edges look smooth without several samples a pixel, which cost the most. */
const DENSE = 2
/** How much of the day's light is left behind the reels while a feature is on. */
const DUSK = 0xb4b4c8
/** How high the flattest cell of a reel of changing height is, against its width. */
const FLAT = 0.64
/** Shades of the shadow behind the cabinet, and how far it reaches in pixels. */
const SHADOW = { shades: 14, reach: 30, darkness: 0.3 } as const

/** The picture of a slots game: background, cabinet and reels. */
export class Scene {
  readonly app: Application
  readonly textures: SlotTextures
  readonly look: Look
  readonly reels: readonly Reel[]
  /** Where effects are drawn: the coordinates of the reel window. */
  readonly effects = new Container()
  /** Drawn over everything, in stage coordinates. */
  readonly overlay = new Container()
  layout: Layout
  /** Called when the stage has got another size. */
  onLayout: (layout: Layout) => void = () => undefined
  /** The symbol that is a coin, if the game has one. */
  readonly coin: string | undefined
  readonly #definition: SlotsDefinition
  readonly #layers: readonly { sprite: Sprite; depth: number }[]
  /** All that stands behind the reels. While they turn it is one picture and stands still. */
  readonly #backdrop = new Container()
  readonly #cabinet = new Graphics()
  readonly #mask = new Graphics()
  readonly #window = new Container()
  readonly #title: Sprite
  readonly #mascot: Sprite
  readonly #host: HTMLElement
  #pointer = { x: 0, y: 0 }
  #seconds = 0

  private constructor(app: Application, host: HTMLElement, textures: SlotTextures, look: Look, definition: SlotsDefinition) {
    this.app = app
    this.textures = textures
    this.look = look
    this.#definition = definition
    this.coin = definition.symbols.find(({ role }) => role === 'coin')?.id
    this.#host = host
    const layer = (name: 'back' | 'middle' | 'front'): { sprite: Sprite; depth: number } => ({
      sprite: new Sprite(textures[name]),
      depth: PARALLAX[name],
    })
    this.#layers = [layer('back'), layer('middle'), layer('front')]
    this.#title = new Sprite(textures.title)
    this.#title.anchor.set(0.5)
    this.#mascot = new Sprite(textures.mascot)
    this.#mascot.anchor.set(0.5)
    this.reels = Array.from(
      { length: definition.reels },
      (_, reel) => new Reel(definition.rows, textures.symbols, textures.blurred, filler(definition.reel_set, reel)),
    )
    this.#window.addChild(...this.reels.map((reel) => reel.view))
    this.#window.mask = this.#mask
    this.#backdrop.addChild(...this.#layers.map(({ sprite }) => sprite), this.#title, this.#mascot, this.#cabinet)
    app.stage.addChild(this.#backdrop, this.#mask, this.#window, this.effects, this.overlay)
    this.layout = this.#fit()
  }

  /** Starts the renderer inside `host` and loads the pictures of the game. */
  static async open(host: HTMLElement, slug: string, definition: SlotsDefinition): Promise<Scene> {
    const app = await startRenderer(host)
    const textures = await loadTextures(slug)
    const scene = new Scene(app, host, textures, lookOf(slug), definition)
    scene.#run()
    return scene
  }

  /** Whether meshes can be drawn: a renderer without 3D graphics fails on the first one. */
  get hasMeshes(): boolean {
    return this.app.renderer.type !== RendererType.CANVAS
  }

  /** Shows a window at once. */
  show(window: Window): void {
    this.reels.forEach((reel, i) => reel.set(window[i] ?? []))
  }

  /** Draws as often as the screen can while a round is played, and less often in between. */
  rest(yes: boolean): void {
    this.app.ticker.maxFPS = yes ? FPS_AT_REST : 0
  }

  /** Puts the scene behind the reels into the light of a feature, or back into its own. */
  dusk(yes: boolean): void {
    this.#hold(false)
    const tint = yes ? new Color(this.look.glow).multiply(DUSK).toNumber() : 0xffffff
    for (const { sprite } of this.#layers) sprite.tint = tint
  }

  #run(): void {
    this.rest(true)
    new ResizeObserver(() => {
      this.#hold(false)
      this.app.resize()
      this.layout = this.#fit()
      this.onLayout(this.layout)
    }).observe(this.#host)
    // What the renderer had drawn for itself went with its graphics: the backdrop is made one picture again.
    this.app.canvas.addEventListener('webglcontextrestored', () => this.#hold(false))
    window.addEventListener('pointermove', (event) => {
      this.#pointer = { x: event.clientX / window.innerWidth - 0.5, y: event.clientY / window.innerHeight - 0.5 }
    })
    this.app.ticker.add((ticker: Ticker) => this.#tick(Math.min(0.1, ticker.deltaMS / 1000)))
  }

  #tick(seconds: number): void {
    for (const reel of this.reels) reel.advance(seconds)
    const turning = this.reels.some((reel) => reel.isMoving)
    this.#hold(turning)
    if (turning || motionIsReduced()) return
    this.#seconds += seconds
    const box = this.app.screen
    const { mascot } = this.layout
    if (mascot !== null) {
      this.#mascot.y = mascot.y + mascot.height / 2 + Math.sin(this.#seconds * 1.4) * mascot.height * 0.015
      this.#mascot.rotation = Math.sin(this.#seconds * 0.9) * 0.025
    }
    for (const { sprite, depth } of this.#layers) {
      const fit = cover(sprite.texture, { width: box.width + depth * 2, height: box.height + depth * 2 })
      const x = fit.x - depth - this.#pointer.x * depth * 2 + Math.sin(this.#seconds * 0.3 + depth) * depth * 0.3
      const y = fit.y - depth - this.#pointer.y * depth
      sprite.position.set(sprite.position.x + (x - sprite.position.x) * 0.06, sprite.position.y + (y - sprite.position.y) * 0.06)
    }
  }

  /** Makes the backdrop one picture, or lets it move again. */
  #hold(still: boolean): void {
    if (this.#backdrop.isCachedAsTexture === still) return
    const { resolution } = this.app.renderer
    this.#backdrop.cacheAsTexture(still && { antialias: resolution < DENSE, resolution })
  }

  #fit(): Layout {
    const { width, height } = this.app.screen
    const { reels, rows } = this.#definition
    const layout = layOut(width, height, reels, this.#definition.heights === undefined ? rows : rows * FLAT, hasBoard(this.#definition))
    for (const { sprite, depth } of this.#layers) {
      const fit = cover(sprite.texture, { width: width + depth * 2, height: height + depth * 2 })
      sprite.scale.set(fit.scale)
      sprite.position.set(fit.x - depth, fit.y - depth)
    }
    const { title } = layout
    const scale = Math.min(title.width / this.#title.texture.width, title.height / this.#title.texture.height)
    this.#title.scale.set(scale)
    this.#title.position.set(title.x + title.width / 2, title.y + title.height / 2)
    this.#standMascot(layout)
    const { x, y } = layout.reels
    this.#window.position.set(x, y)
    this.effects.position.set(x, y)
    this.reels.forEach((reel, i) => {
      reel.view.position.set(i * layout.cell, 0)
      reel.resize(layout.cell, layout.reels.height)
    })
    this.#mask.clear().rect(x, y, layout.reels.width, layout.reels.height).fill(0xffffff)
    this.#drawCabinet(layout)
    // What is drawn on a canvas has no box of its own for a page to ask for.
    const { reels: box, frame } = layout
    this.#host.dataset.reels = [box.x - frame, box.y - frame, box.width + 2 * frame, box.height + 2 * frame].join(' ')
    return layout
  }

  #standMascot({ mascot }: Layout): void {
    this.#mascot.visible = mascot !== null
    if (mascot === null) return
    this.#mascot.position.set(mascot.x + mascot.width / 2, mascot.y + mascot.height / 2)
    this.#mascot.setSize(mascot.width, mascot.height)
  }

  #drawCabinet(layout: Layout): void {
    const { reels: box, cell, frame } = layout
    const look = this.look
    const g = this.#cabinet.clear()
    const metal = new FillGradient({
      type: 'linear',
      start: { x: 0, y: 0 },
      end: { x: 0, y: 1 },
      textureSpace: 'local',
      colorStops: [
        { offset: 0, color: look.frameLight },
        { offset: 0.18, color: look.frameBase },
        { offset: 0.5, color: look.frameDark },
        { offset: 0.82, color: look.frameBase },
        { offset: 1, color: look.frameDark },
      ],
    })
    const outer = (grow: number): [number, number, number, number, number] => [
      box.x - grow,
      box.y - grow,
      box.width + grow * 2,
      box.height + grow * 2,
      Math.max(4, grow * 0.9 + 4),
    ]
    for (let i = SHADOW.shades; i > 0; i -= 1) {
      const grow = frame + (i * SHADOW.reach) / SHADOW.shades
      g.roundRect(...outer(grow)).fill({ color: 0x000000, alpha: (2 * SHADOW.darkness * (SHADOW.shades - i + 1)) / SHADOW.shades ** 2 })
    }
    g.roundRect(...outer(frame)).fill(metal)
    g.roundRect(...outer(frame)).stroke({ color: look.frameLight, width: 1.5, alpha: 0.9, alignment: 1 })
    g.roundRect(...outer(frame * 0.34)).fill({ color: look.frameDark })
    g.roundRect(...outer(frame * 0.34)).stroke({ color: look.frameLight, width: 1, alpha: 0.55 })
    g.rect(box.x, box.y, box.width, box.height).fill({ color: 0x05070f })
    g.rect(box.x, box.y, box.width, box.height).fill({ color: look.window, alpha: look.windowAlpha })
    for (let reel = 0; reel < this.#definition.reels; reel += 1) {
      const x = box.x + reel * cell
      const shine = new FillGradient({
        type: 'linear',
        start: { x: 0, y: 0 },
        end: { x: 0, y: 1 },
        textureSpace: 'local',
        colorStops: [
          { offset: 0, color: 'rgba(0,0,0,0.55)' },
          { offset: 0.22, color: 'rgba(255,255,255,0.03)' },
          { offset: 0.5, color: 'rgba(255,255,255,0.09)' },
          { offset: 0.78, color: 'rgba(255,255,255,0.03)' },
          { offset: 1, color: 'rgba(0,0,0,0.55)' },
        ],
      })
      g.rect(x + 1, box.y, cell - 2, box.height).fill({ color: look.stripe, alpha: reel % 2 === 0 ? 0.5 : 0.28 })
      g.rect(x + 1, box.y, cell - 2, box.height).fill(shine)
      if (reel > 0) g.rect(x - 1, box.y, 2, box.height).fill({ color: look.frameLight, alpha: 0.22 })
    }
  }
}

/** A renderer whose canvas fills `host`. */
async function startRenderer(host: HTMLElement): Promise<Application> {
  const app = new Application()
  try {
    await app.init({
      resizeTo: host,
      background: '#070b17',
      antialias: window.devicePixelRatio < DENSE,
      autoDensity: true,
      resolution: Math.min(window.devicePixelRatio, 2),
      preference: 'webgl',
    })
  } catch (error) {
    throw new PlayRefusal('graphics', { cause: error })
  }
  app.canvas.setAttribute('aria-hidden', 'true')
  host.append(app.canvas)
  return app
}

/** What runs past on a reel: its strip, or symbols drawn by their weights. */
function filler(set: ReelSet, reel: number): (index: number) => string {
  if (set.kind === 'strips') {
    const strip = set.strips[reel] ?? []
    const start = reel * 7
    return (index) => strip[(((index + start) % strip.length) + strip.length) % strip.length] ?? ''
  }
  const weights = set.kind === 'cells' ? set.weights : (set.weights[reel] ?? {})
  const names = Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))
  return () => names[Math.floor(Math.random() * names.length)] ?? ''
}
