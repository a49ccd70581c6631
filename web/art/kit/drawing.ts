/** A colour stop: offset 0..1, colour, opacity 0..1 (1 when left out). */
export type Stop = readonly [offset: number, color: string, opacity?: number]

/** Where something is placed: centre, size factor, turn in degrees. */
export interface Placement {
  x: number
  y: number
  scale?: number
  turn?: number
  /** Mirror left and right. */
  flip?: boolean
  opacity?: number
}

/** Rounds to two decimals: keeps path data short without a visible change. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/**
 * One SVG document under construction. It keeps the shared definitions
 * (gradients, filters, clips) and gives each an id only once, so that shapes
 * can ask for a gradient where they need it.
 */
export class Drawing {
  readonly #definitions = new Map<string, string>()
  #pixelsPerUnit: number

  /** `pixelsPerUnit`: device pixels per user unit in the final rendering. */
  constructor(pixelsPerUnit: number) {
    this.#pixelsPerUnit = pixelsPerUnit
  }

  /** Device pixels per user unit at the place being drawn now. */
  get pixelsPerUnit(): number {
    return this.#pixelsPerUnit
  }

  /** Registers a definition and answers its bare id. */
  define(markup: (id: string) => string): string {
    const key = markup('')
    const known = this.#definitions.get(key)
    if (known !== undefined) return known
    const id = `d${this.#definitions.size}`
    this.#definitions.set(key, id)
    this.#markup.push(markup(id))
    return id
  }

  readonly #markup: string[] = []

  /** Linear gradient over the shape's box; `angle` 90 runs top to bottom. */
  linear(stops: readonly Stop[], angle = 90): string {
    const radians = (angle * Math.PI) / 180
    const dx = Math.cos(radians) / 2
    const dy = Math.sin(radians) / 2
    const box = `x1="${n(0.5 - dx)}" y1="${n(0.5 - dy)}" x2="${n(0.5 + dx)}" y2="${n(0.5 + dy)}"`
    return `url(#${this.define((id) => `<linearGradient id="${id}" ${box}>${stopMarkup(stops)}</linearGradient>`)})`
  }

  /** Radial gradient over the shape's box, its light spot at (`fx`, `fy`). */
  radial(stops: readonly Stop[], fx = 0.5, fy = 0.5, radius = 0.5, cx = 0.5, cy = 0.5): string {
    const box = `cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fx="${n(fx)}" fy="${n(fy)}"`
    return `url(#${this.define((id) => `<radialGradient id="${id}" ${box}>${stopMarkup(stops)}</radialGradient>`)})`
  }

  /** A gaussian blur filter of the given radius in user units. */
  blur(radius: number): string {
    const region = 'x="-100%" y="-100%" width="300%" height="300%"'
    return `url(#${this.define((id) => `<filter id="${id}" ${region}><feGaussianBlur stdDeviation="${n(radius)}"/></filter>`)})`
  }

  /** A clip made of the given path data. */
  clip(path: string): string {
    return `url(#${this.define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`)})`
  }

  /** Draws something elsewhere, larger, turned or mirrored. */
  place(at: Placement, draw: (drawing: Drawing) => string): string {
    const scale = at.scale ?? 1
    const before = this.#pixelsPerUnit
    this.#pixelsPerUnit = before * scale
    const inner = draw(this)
    this.#pixelsPerUnit = before
    const mirrored = at.flip === true ? -scale : scale
    const opacity = at.opacity === undefined ? '' : ` opacity="${n(at.opacity)}"`
    return `<g transform="translate(${n(at.x)} ${n(at.y)}) rotate(${n(at.turn ?? 0)}) scale(${mirrored.toFixed(4)} ${scale.toFixed(4)})"${opacity}>${inner}</g>`
  }

  /** The finished document. */
  document(viewBox: readonly [number, number, number, number], body: string): string {
    const [, , width, height] = viewBox
    const pixels = this.#pixelsPerUnit
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * pixels)}" height="${Math.round(height * pixels)}" viewBox="${viewBox.join(' ')}"><defs>${this.#markup.join('')}</defs>${body}</svg>`
  }
}

function stopMarkup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${n(opacity)}"`
      return `<stop offset="${n(offset)}" stop-color="${color}"${alpha}/>`
    })
    .join('')
}

/** A path element. `more` is further attributes as they stand. */
export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

/** A circle element. */
export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`
}

/** An ellipse element. */
export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
}

/** An open stroke with round ends. */
export function stroke(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

/** A group with attributes as they stand. */
export function group(attributes: string, ...children: string[]): string {
  return `<g ${attributes}>${children.join('')}</g>`
}
