import { element } from '../shell/dom'
import { motionIsReduced } from '../shell/motion'
import { type Place, wayUp } from './curve'

const ART = '/art/games/polar-ascent'
/** Where the picture of the way begins and ends, in shares of the stage. */
const LEFT = 0.08
const RIGHT = 0.82
const BOTTOM = 0.86
const TOP = 0.3

/** What the picture shows. */
export type Scene = { kind: 'waiting'; share: number } | { kind: 'rising'; elapsedMs: number } | { kind: 'crashed'; elapsedMs: number; sinceMs: number }

/** The picture of the round: the night, the way up and the balloon. It is drawn from the time alone, whatever frames were missed. */
export class CrashScene {
  readonly view: HTMLElement
  readonly #canvas = element('canvas', { class: 'way', attributes: { 'aria-hidden': 'true' } })
  readonly #balloon = element('img', { class: 'balloon', attributes: { src: `${ART}/mascot.webp`, alt: '' } })
  readonly #layers: readonly HTMLElement[]
  #width = 0
  #height = 0

  constructor() {
    this.#layers = ['back', 'middle', 'front'].map((name) => element('img', { class: `scenery ${name}`, attributes: { src: `${ART}/${name}.webp`, alt: '' } }))
    this.view = element('div', { class: 'ascent' }, ...this.#layers, this.#canvas, this.#balloon)
    new ResizeObserver(() => this.#measure()).observe(this.view)
  }

  /** Draws the moment. */
  show(scene: Scene): void {
    const context = this.#canvas.getContext('2d')
    if (context === null || this.#width === 0) return
    context.clearRect(0, 0, this.#width, this.#height)
    const elapsed = scene.kind === 'waiting' ? 0 : scene.elapsedMs
    const { way } = wayUp(elapsed)
    const places = way.map((place) => this.#at(place))
    const crashed = scene.kind === 'crashed'
    if (scene.kind !== 'waiting') drawWay(context, places, this.#height * BOTTOM, crashed)
    this.#place(places.at(-1) ?? this.#at({ x: 0, y: 0 }), scene)
    this.#sink(elapsed)
  }

  #at({ x, y }: Place): Place {
    return { x: this.#width * (LEFT + (RIGHT - LEFT) * x), y: this.#height * (BOTTOM - (BOTTOM - TOP) * Math.min(1, y)) }
  }

  #place({ x, y }: Place, scene: Scene): void {
    const still = motionIsReduced()
    const swing = still ? 0 : Math.sin(performance.now() / 700) * 3
    const gone = scene.kind === 'crashed' ? Math.min(1, scene.sinceMs / 700) : 0
    const drop = still ? 0 : gone * gone * this.#height * 0.3
    this.#balloon.style.transform = `translate(${x}px, ${y + drop}px) translate(-50%, -92%) rotate(${swing + gone * (still ? 0 : 34)}deg) scale(${1 - gone * 0.25})`
    this.#balloon.style.opacity = String(1 - gone)
    this.view.dataset.scene = scene.kind
  }

  /** The ground falls away below. */
  #sink(elapsedMs: number): void {
    if (motionIsReduced()) return
    const depth = Math.min(1, elapsedMs / 30_000)
    for (const [index, layer] of this.#layers.entries()) layer.style.transform = `translateY(${(depth * index * 9).toFixed(2)}%)`
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.view
    const dense = Math.min(2, window.devicePixelRatio)
    this.#width = clientWidth
    this.#height = clientHeight
    this.#canvas.width = Math.round(clientWidth * dense)
    this.#canvas.height = Math.round(clientHeight * dense)
    this.#canvas.getContext('2d')?.setTransform(dense, 0, 0, dense, 0, 0)
  }
}

function drawWay(context: CanvasRenderingContext2D, places: readonly Place[], floor: number, crashed: boolean): void {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return
  const line = new Path2D()
  line.moveTo(first.x, first.y)
  for (const { x, y } of places.slice(1)) line.lineTo(x, y)
  const below = new Path2D(line)
  below.lineTo(last.x, floor)
  below.lineTo(first.x, floor)
  below.closePath()
  const fill = context.createLinearGradient(0, last.y, 0, floor)
  fill.addColorStop(0, crashed ? 'rgb(255 122 138 / 34%)' : 'rgb(255 176 106 / 42%)')
  fill.addColorStop(1, 'rgb(255 122 176 / 0%)')
  context.fillStyle = fill
  context.fill(below)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [width, color] of crashed
    ? ([
        [8, 'rgb(255 90 110 / 30%)'],
        [3.5, '#ff7a8a'],
      ] as const)
    : ([
        [10, 'rgb(255 150 110 / 30%)'],
        [4, '#ffe0a8'],
      ] as const)) {
    context.lineWidth = width
    context.strokeStyle = color
    context.stroke(line)
  }
}
