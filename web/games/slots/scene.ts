import 'pixi.js/unsafe-eval'
import { Application, Container, Graphics, RendererType, Ticker } from 'pixi.js'
import { PlayRefusal } from '../play/api'
import type { SlotsDefinition } from '../play/types'
import { motionIsReduced } from '../shell/motion'
import { Backdrop } from './backdrop'
import { hasBoard } from './board'
import { type Layout, hasSides, layOut } from './layout'
import { type Look, lookOf } from './look'
import { Reel } from './reel'
import { filler, freeSpinsFiller } from './reelFiller'
import { type SlotTextures, loadTextures } from './textures'
import type { Window } from './timeline'

/** Frames a second while nobody plays: enough for a scene that only breathes, and kind to a phone's battery. */
const FPS_AT_REST = 30
/** From so many device pixels a pixel, edges look smooth without several samples a pixel, which cost the most. */
const DENSE = 2
/** How high the flattest cell of a reel of changing height is, against its width. */
const FLAT = 0.64

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
  /** Called when a reel has come to rest. */
  onStop: (reel: number) => void = () => undefined
  /** Called when cells are lit and all others dimmed, and with null when all are as light as ever. Cells are named as `reel:row`. */
  onLight: (lit: ReadonlySet<string> | null) => void = () => undefined
  /** The symbol that is a coin, if the game has one. */
  readonly coin: string | undefined
  readonly definition: SlotsDefinition
  /** All that stands behind the reels. While they turn it is one picture and stands still. */
  readonly #backdrop: Backdrop
  readonly #mask = new Graphics()
  readonly #window = new Container()
  readonly #host: HTMLElement
  /** Which reels moved when they were last looked at. */
  readonly #moving: boolean[]
  /** Whether symbols may reach onto the frame. */
  #open = true
  #isNight = false
  #pointer = { x: 0, y: 0 }

  private constructor(app: Application, host: HTMLElement, textures: SlotTextures, look: Look, definition: SlotsDefinition) {
    this.app = app
    this.textures = textures
    this.look = look
    this.definition = definition
    this.coin = definition.symbols.find(({ role }) => role === 'coin')?.id
    this.#host = host
    this.#backdrop = new Backdrop(textures, look, definition.reels, !this.isAccelerated)
    this.reels = Array.from(
      { length: definition.reels },
      (_, reel) => new Reel(definition.rows, textures.symbols, textures.blurred, filler(definition.reel_set, reel)),
    )
    this.#moving = this.reels.map(() => false)
    this.#window.addChild(...this.reels.map((reel) => reel.view))
    this.#window.mask = this.#mask
    app.stage.addChild(this.#backdrop.view, this.#mask, this.#window, this.effects, this.overlay)
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

  /**
   * Whether 3D graphics draw. Without them the first mesh fails, and a blend mode stays in force for what is drawn after it, until
   * all is white.
   */
  get isAccelerated(): boolean {
    const withoutGraphics: number = RendererType.CANVAS
    return this.app.renderer.type !== withoutGraphics
  }

  /** Core of frames and lines, if it is not pale: by night every window is dark enough for a pale one. */
  get core(): number | undefined {
    return this.#isNight ? undefined : this.look.core
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
    this.#backdrop.turn(yes)
    this.#isNight = yes
    this.reels.forEach((reel, i) => reel.fill(yes ? freeSpinsFiller(this.definition, i) : filler(this.definition.reel_set, i)))
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
    for (const [i, reel] of this.reels.entries()) {
      reel.advance(seconds)
      const stopped = this.#moving[i] === true && !reel.isMoving
      this.#moving[i] = reel.isMoving
      if (stopped) this.onStop(i)
    }
    const turning = this.#moving.includes(true)
    this.#clip(!turning && this.reels.every(({ lift }) => lift.every((rows) => rows === 0)))
    const isHeld = turning && !this.#backdrop.isFading
    this.#hold(isHeld)
    if (!isHeld && !motionIsReduced()) this.#backdrop.advance(seconds, this.#pointer)
  }

  /** Makes the backdrop one picture, or lets it move again. */
  #hold(still: boolean): void {
    const { view } = this.#backdrop
    if (view.isCachedAsTexture === still) return
    const { resolution } = this.app.renderer
    view.cacheAsTexture(still && { antialias: resolution < DENSE, resolution })
  }

  /** Cuts what moves at the edge of the window, or lets what stands in it swell over the frame. */
  #clip(open: boolean): void {
    if (this.#open === open) return
    this.#open = open
    this.#drawMask()
  }

  #drawMask(): void {
    const { reels: box, frame } = this.layout
    const more = this.#open ? frame : 0
    this.#mask
      .clear()
      .rect(box.x - more, box.y - more, box.width + 2 * more, box.height + 2 * more)
      .fill(0xffffff)
  }

  #fit(): Layout {
    const { width, height } = this.app.screen
    const { reels, rows, heights, jackpot } = this.definition
    const { title } = this.textures
    const layout = layOut(width, height, reels, heights === undefined ? rows : rows * FLAT, {
      board: hasBoard(this.definition),
      chambers: jackpot !== undefined && !hasBoard(this.definition) && hasSides(window),
      titleAspect: title.width / title.height,
    })
    this.layout = layout
    this.#backdrop.fit(layout, this.app.screen)
    const { x, y } = layout.reels
    this.#window.position.set(x, y)
    this.effects.position.set(x, y)
    this.reels.forEach((reel, i) => {
      reel.view.position.set(i * layout.cell, 0)
      reel.resize(layout.cell, layout.reels.height)
    })
    this.#drawMask()
    this.#tellPage(layout)
    return layout
  }

  /** What is drawn on a canvas has no box of its own for a page to ask for, nor to place things by. */
  #tellPage({ reels: box, frame, chambers, title, board }: Layout): void {
    const host = this.#host
    host.dataset.reels = [box.x - frame, box.y - frame, box.width + 2 * frame, box.height + 2 * frame].join(' ')
    const top = board?.isUpright === false ? board.y : box.y - frame
    if (title.height > 0) host.style.setProperty('--title-room', `${top}px`)
    else host.style.removeProperty('--title-room')
    // The jackpot stands before the stage in the page.
    const root = host.parentElement
    root?.toggleAttribute('data-chambers', chambers !== null)
    if (chambers === null) return
    const { x, y, width, height } = chambers
    const places = { left: x + host.offsetLeft, top: y + host.offsetTop, width, height }
    for (const [side, pixels] of Object.entries(places)) root?.style.setProperty(`--chambers-${side}`, `${pixels}px`)
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
