import { type Drawing, type Stop, circle, ellipse, group, n, path, stroke } from './drawing'
import { type Random, between } from './random'
import { type Point, glint, smooth } from './shapes'

/** The box that scenery fills. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A box filled with a vertical gradient. */
export function backdrop(drawing: Drawing, box: Box, stops: readonly Stop[], angle = 90): string {
  return `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" fill="${drawing.linear(stops, angle)}"/>`
}

/** A soft round light that adds to what is behind it. */
export function glow(drawing: Drawing, x: number, y: number, rx: number, ry: number, color: string, opacity = 1): string {
  const fill = drawing.radial([
    [0, color, opacity],
    [0.25, color, opacity * 0.55],
    [0.6, color, opacity * 0.14],
    [1, color, 0],
  ])
  return ellipse(x, y, rx, ry, fill, 'style="mix-blend-mode:screen"')
}

/** A night of stars: many faint, few bright, some with a glint. */
export function stars(random: Random, box: Box, count: number, color = '#dfe9ff'): string {
  return Array.from({ length: count }, () => {
    const x = box.x + random() * box.width
    const y = box.y + random() * box.height
    const brightness = random() ** 3
    const radius = 0.5 + brightness * 1.7
    const dot = circle(x, y, radius, color, `opacity="${n(0.25 + brightness * 0.75)}"`)
    return brightness > 0.72 ? dot + path(glint(x, y, radius * 5), color, 'opacity="0.8"') : dot
  }).join('')
}

/** Soft dust or mist: overlapping blurred ellipses along a band. */
export function mist(drawing: Drawing, random: Random, box: Box, colors: readonly string[], count: number, opacity = 0.3): string {
  const puffs = Array.from({ length: count }, (_, i) => {
    const color = colors[i % colors.length] ?? '#ffffff'
    return ellipse(
      box.x + random() * box.width,
      box.y + random() * box.height,
      between(random, 0.1, 0.28) * box.width,
      between(random, 0.1, 0.3) * box.height,
      color,
      `opacity="${n(opacity * between(random, 0.4, 1))}"`,
    )
  })
  return group(`filter="${drawing.blur(Math.min(box.width, box.height) * 0.11)}" style="mix-blend-mode:screen"`, ...puffs)
}

/** One curtain of northern light. */
export interface Curtain {
  /** Left and right end and the height of its lower hem. */
  from: number
  to: number
  hem: number
  /** How far the hem swings up and down. */
  swing: number
  /** Length of the rays. */
  rays: number
  /** Colours from hem to tip. */
  colors: readonly [hem: string, middle: string, tip: string]
  opacity?: number
  phase: number
}

/** Draws a curtain of northern light out of many fine rays. */
export function curtain(drawing: Drawing, random: Random, c: Curtain): string {
  const [low, middle, high] = c.colors
  const fill = drawing.linear([
    [0, high, 0],
    [0.35, high, 0.28],
    [0.72, middle, 0.62],
    [0.9, low, 0.9],
    [0.95, '#e2fff4', 0.75],
    [1, low, 0],
  ])
  const step = 5
  const count = Math.ceil((c.to - c.from) / step)
  const rays: string[] = []
  let length = 0.7
  for (let i = 0; i < count; i += 1) {
    const t = i / count
    // The ray length wanders like a flame: pulled to the mean, pushed at random.
    length += (0.72 - length) * 0.14 + between(random, -0.14, 0.14)
    const fold = Math.sin(t * 9 + c.phase) * 0.55 + Math.sin(t * 21 + c.phase * 2.3) * 0.25 + Math.sin(t * 4.1 - c.phase) * 0.5
    const fade = Math.sin(Math.PI * t) ** 0.6
    const x = c.from + t * (c.to - c.from) + Math.sin(t * 13 + c.phase) * 14
    const hem = c.hem + fold * c.swing
    const height = c.rays * Math.max(0.25, length) * (0.75 + 0.25 * Math.sin(t * 15 + c.phase * 3))
    const light = fade * (0.2 + 0.8 * Math.abs(Math.sin(t * 17 + c.phase * 1.7))) * between(random, 0.6, 1) * (c.opacity ?? 0.6)
    rays.push(`<rect x="${n(x)}" y="${n(hem - height)}" width="${n(step * 2.1)}" height="${n(height)}" fill="${fill}" opacity="${n(light)}"/>`)
  }
  return group(`filter="${drawing.blur(3.2)}" style="mix-blend-mode:screen"`, ...rays)
}

/** A ridge of mountains as a closed shape down to `floor`. */
export function ridge(random: Random, from: number, to: number, base: number, height: number, floor: number, peaks: number): string {
  const points: Point[] = []
  const count = peaks * 2
  for (let i = 0; i <= count; i += 1) {
    const x = from + ((to - from) * i) / count + between(random, -8, 8)
    const up = i % 2 === 1 ? between(random, 0.55, 1) : between(random, 0.05, 0.35)
    points.push([x, base - height * up])
    if (i < count) {
      const nextX = from + ((to - from) * (i + 0.5)) / count
      points.push([nextX, base - height * between(random, 0.25, 0.6)])
    }
  }
  return `M${n(from - 30)} ${n(floor)}L${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}L${n(to + 30)} ${n(floor)}Z`
}

/** A rolling, soft hill line as a closed shape down to `floor`. */
export function hills(random: Random, from: number, to: number, base: number, height: number, floor: number, humps: number): string {
  const points: Point[] = []
  for (let i = -1; i <= humps + 1; i += 1) {
    points.push([from + ((to - from) * i) / humps, base - height * between(random, 0, 1)])
  }
  const line = smooth(points, false)
  return `${line}L${n(to + 300)} ${n(floor)}L${n(from - 300)} ${n(floor)}Z`
}

/** Beams of light fanning out from a point. */
export function beams(drawing: Drawing, random: Random, x: number, y: number, radius: number, count: number, color: string, opacity: number): string {
  const shafts = Array.from({ length: count }, (_, i) => {
    const angle = ((i + random() * 0.7) / count) * Math.PI * 2
    const spread = between(random, 0.2, 0.6) * (Math.PI / count)
    const reach = radius * between(random, 0.6, 1)
    const corner = (a: number): string => `${n(x + Math.cos(a) * reach)} ${n(y + Math.sin(a) * reach)}`
    return `<path d="M${n(x)} ${n(y)}L${corner(angle - spread)}L${corner(angle + spread)}Z" fill="${color}" opacity="${n(opacity * between(random, 0.35, 1))}"/>`
  })
  const fade = drawing.define(
    (id) =>
      `<mask id="${id}"><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${drawing.radial([
        [0, '#fff', 1],
        [0.5, '#fff', 0.5],
        [1, '#fff', 0],
      ])}"/></mask>`,
  )
  return group('style="mix-blend-mode:screen"', group(`mask="url(#${fade})"`, group(`filter="${drawing.blur(2.5)}"`, ...shafts)))
}

/** Floating sparks: small glowing dots of one colour. */
export function sparks(drawing: Drawing, random: Random, box: Box, count: number, color: string, size = 3): string {
  const halo = drawing.radial([
    [0, color, 0.8],
    [0.3, color, 0.3],
    [1, color, 0],
  ])
  return Array.from({ length: count }, () => {
    const x = box.x + random() * box.width
    const y = box.y + random() * box.height
    const radius = size * between(random, 0.35, 1.1)
    return circle(x, y, radius * 4.5, halo, 'style="mix-blend-mode:screen"') + circle(x, y, radius, '#fff8e6', 'opacity="0.95"')
  }).join('')
}

/** Darkens the borders so that the eye stays in the middle. */
export function vignette(drawing: Drawing, box: Box, color = '#03050d', strength = 0.75): string {
  const fill = drawing.radial(
    [
      [0, color, 0],
      [0.55, color, 0],
      [0.85, color, strength * 0.45],
      [1, color, strength],
    ],
    0.5,
    0.45,
    0.78,
    0.5,
    0.45,
  )
  return `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" fill="${fill}"/>`
}

/** Thin highlights on water: short strokes that get longer towards the viewer. */
export function ripples(random: Random, box: Box, count: number, color: string, opacity: number): string {
  return Array.from({ length: count }, () => {
    const depth = random()
    const y = box.y + depth ** 1.4 * box.height
    const x = box.x + random() * box.width
    const half = between(random, 10, 34) * (0.3 + depth)
    return stroke(
      `M${n(x - half)} ${n(y)}q${n(half)} ${n(-2 - depth * 3)} ${n(half * 2)} 0`,
      color,
      0.8 + depth * 1.8,
      `opacity="${n(opacity * between(random, 0.3, 1))}"`,
    )
  }).join('')
}

/** Colours of a bank of clouds. */
export interface CloudTones {
  top: string
  bottom: string
  rim: string
}

/** Heaped clouds along a line, lit from behind: one silhouette with a bright edge. */
export function cloudBank(drawing: Drawing, random: Random, box: Box, tones: CloudTones, puffs = 14): string {
  const heaps: { x: number; y: number; r: number }[] = []
  for (let i = 0; i < puffs; i += 1) {
    const t = (i + random() * 0.6) / (puffs - 1)
    const swell = 0.4 + 0.6 * Math.abs(Math.sin(t * 6.1 + puffs * 1.7))
    const x = box.x + t * box.width
    const r = (box.width / puffs) * between(random, 0.7, 1.05) * (0.6 + swell * 0.5)
    const y = box.y + box.height * (1 - 0.75 * swell) + r * 0.4
    heaps.push({ x, y, r })
    for (let k = 0; k < 4; k += 1) {
      heaps.push({
        x: x + between(random, -1.1, 1.1) * r,
        y: y - between(random, -0.5, 0.75) * r,
        r: r * between(random, 0.28, 0.55),
      })
    }
  }
  const top = box.y
  const fill = `url(#${drawing.define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${n(top)}" x2="0" y2="${n(top + box.height)}"><stop offset="0" stop-color="${tones.top}"/><stop offset="1" stop-color="${tones.bottom}"/></linearGradient>`,
  )})`
  const disc =
    (grow: number, color: string) =>
    (h: { x: number; y: number; r: number }): string =>
      circle(h.x, h.y, h.r + grow, color)
  const floor = (down: number): string =>
    `<rect x="${n(box.x - 80)}" y="${n(box.y + box.height * 0.9 + down)}" width="${n(box.width + 160)}" height="${n(box.height)}" fill="${fill}"/>`
  const edge = Math.max(1.4, box.height * 0.012)
  const lift = drawing.radial(
    [
      [0, tones.rim, 0.34],
      [0.55, tones.top, 0.2],
      [1, tones.top, 0],
    ],
    0.42,
    0.25,
    0.55,
  )
  return group(
    '',
    group(`filter="${drawing.blur(edge * 5)}" opacity="0.5"`, ...heaps.map(disc(edge, tones.rim))),
    group(`filter="${drawing.blur(edge * 0.5)}"`, ...heaps.map(disc(edge, tones.rim))),
    ...heaps.map(disc(0, fill)),
    floor(0),
    group(
      `filter="${drawing.blur(edge * 1.6)}"`,
      ...heaps.filter((_, i) => i % 5 !== 0).map((h) => circle(h.x - h.r * 0.05, h.y + h.r * 0.1, h.r * 0.96, lift)),
    ),
  )
}

/** A ringed or plain planet lit from one side (`turn` in degrees). */
export function planet(drawing: Drawing, radius: number, colors: readonly [light: string, base: string, dark: string], ringColor?: string): string {
  const [light, base, dark] = colors
  const ball = circle(
    0,
    0,
    radius,
    drawing.radial(
      [
        [0, light],
        [0.4, base],
        [0.8, dark],
        [1, '#0a0820'],
      ],
      0.28,
      0.3,
      0.72,
    ),
  )
  const bands = group(
    `clip-path="${drawing.clip(
      smooth(
        [
          [-radius, 0],
          [0, -radius],
          [radius, 0],
          [0, radius],
        ],
        true,
        1.66,
      ),
    )}" opacity="0.35"`,
    ...[-0.55, -0.2, 0.18, 0.5].map((at, i) => ellipse(0, at * radius, radius * 1.1, radius * (0.07 + 0.04 * (i % 2)), i % 2 === 0 ? light : dark)),
  )
  const atmosphere = circle(
    0,
    0,
    radius * 1.5,
    drawing.radial([
      [0, base, 0],
      [0.6, base, 0.35],
      [1, base, 0],
    ]),
    'style="mix-blend-mode:screen"',
  )
  if (ringColor === undefined) return atmosphere + ball + bands
  const band = (width: number, rx: number, opacity: number): string =>
    `<ellipse rx="${n(radius * rx)}" ry="${n(radius * rx * 0.26)}" fill="none" stroke="${ringColor}" stroke-width="${n(radius * width)}" opacity="${opacity}"/>`
  const hoop = band(0.16, 1.55, 0.75) + band(0.07, 1.8, 0.5) + band(0.04, 1.95, 0.35)
  const half = (id: 'back' | 'front'): string => {
    const y = id === 'back' ? -radius * 3 : 0
    return group(`clip-path="${drawing.clip(`M${n(-radius * 3)} ${n(y)}h${n(radius * 6)}v${n(radius * 3)}h${n(-radius * 6)}Z`)}"`, hoop)
  }
  return group('transform="rotate(-18)"', atmosphere, half('back'), ball, bands, half('front'))
}
