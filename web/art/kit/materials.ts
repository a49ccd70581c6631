import { type Drawing, type Stop, group, n, path } from './drawing'
import { type Point, glint, polygon } from './shapes'

/** How a group is lit: measures in user units. */
export interface Relief {
  /** Width of the rounded edge. */
  round?: number
  /** Height of the relief: how strongly the edge catches light. */
  height?: number
  /** Strength of the glossy highlight, 0 is matt. */
  gloss?: number
  /** Small numbers give a broad sheen, large ones a sharp glint. */
  sharpness?: number
  /** Colour of the light that wraps round the shaded side. */
  rim?: string
  rimWidth?: number
  rimOpacity?: number
  /** Offset of the cast shadow, 0 for none. */
  shadow?: number
  shadowColor?: string
  shadowOpacity?: number
}

const LIGHT = '<feDistantLight azimuth="236" elevation="48"/>'

/**
 * Lights a flat group as if it were a rounded solid: shade from its outline,
 * glossy highlight at the upper left, coloured rim light at the lower right
 * and a soft cast shadow.
 */
export function relief(drawing: Drawing, options: Relief, ...children: string[]): string {
  return group(`filter="${reliefFilter(drawing, options)}"`, ...children)
}

function reliefFilter(drawing: Drawing, options: Relief): string {
  const round = options.round ?? 5
  // The lighting primitives measure slopes between device pixels, so the
  // height has to grow with the resolution for the same look.
  const surface = (options.height ?? 6) * drawing.pixelsPerUnit
  const gloss = options.gloss ?? 0.7
  const rimWidth = options.rimWidth ?? 2.4
  const shadow = options.shadow ?? 5
  const smoothing = n(0.9)
  const parts = [
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${n(round)}" result="h"/>`,
    `<feDiffuseLighting in="h" surfaceScale="${n(surface)}" diffuseConstant="1.15" lighting-color="#fff" result="d0">${LIGHT}</feDiffuseLighting>`,
    `<feGaussianBlur in="d0" stdDeviation="${smoothing}" result="d"/>`,
    '<feComposite in="SourceGraphic" in2="d" operator="arithmetic" k1="1.02" k2="0.26" result="lit0"/>',
    '<feComposite in="lit0" in2="SourceAlpha" operator="in" result="lit"/>',
    `<feSpecularLighting in="h" surfaceScale="${n(surface)}" specularConstant="${n(gloss)}" specularExponent="${n(options.sharpness ?? 16)}" lighting-color="#fff4e0" result="s0">${LIGHT}</feSpecularLighting>`,
    `<feGaussianBlur in="s0" stdDeviation="${smoothing}" result="s1"/>`,
    '<feComposite in="s1" in2="SourceAlpha" operator="in" result="s"/>',
    '<feComposite in="lit" in2="s" operator="arithmetic" k2="1" k3="0.68" result="glossy0"/>',
    '<feComposite in="glossy0" in2="SourceAlpha" operator="in" result="glossy"/>',
    `<feOffset in="SourceAlpha" dx="${n(-rimWidth)}" dy="${n(-rimWidth * 1.2)}" result="o"/>`,
    '<feComposite in="SourceAlpha" in2="o" operator="out" result="r0"/>',
    `<feGaussianBlur in="r0" stdDeviation="${n(rimWidth * 0.4)}" result="r1"/>`,
    `<feFlood flood-color="${options.rim ?? '#ffffff'}" flood-opacity="${n(options.rimOpacity ?? 0.5)}" result="f"/>`,
    '<feComposite in="f" in2="r1" operator="in" result="r2"/>',
    '<feComposite in="r2" in2="SourceAlpha" operator="in" result="r"/>',
  ]
  const merged = ['<feMergeNode in="glossy"/>', '<feMergeNode in="r"/>']
  if (shadow > 0) {
    parts.push(
      `<feOffset in="SourceAlpha" dx="${n(shadow * 0.25)}" dy="${n(shadow)}" result="c0"/>`,
      `<feGaussianBlur in="c0" stdDeviation="${n(shadow * 0.8)}" result="c1"/>`,
      `<feFlood flood-color="${options.shadowColor ?? '#02040c'}" flood-opacity="${n(options.shadowOpacity ?? 0.55)}" result="c2"/>`,
      '<feComposite in="c2" in2="c1" operator="in" result="c"/>',
    )
    merged.unshift('<feMergeNode in="c"/>')
  }
  const body = `${parts.join('')}<feMerge>${merged.join('')}</feMerge>`
  return `url(#${drawing.define((id) => `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%" color-interpolation-filters="sRGB">${body}</filter>`)})`
}

/** Five tones of one material, from the brightest to the darkest. */
export interface Tones {
  shine: string
  light: string
  base: string
  shade: string
  deep: string
}

export const GOLD: Tones = { shine: '#fff6cf', light: '#ffdc7a', base: '#f4ab2f', shade: '#b8660f', deep: '#5c2a05' }
export const BRASS: Tones = { shine: '#fff3d6', light: '#f2c987', base: '#cf9344', shade: '#8a5522', deep: '#43240d' }
export const SILVER: Tones = { shine: '#ffffff', light: '#dfe9fb', base: '#a9b9da', shade: '#62739d', deep: '#2a3557' }
export const COPPER: Tones = { shine: '#ffe8d6', light: '#ffb68a', base: '#e07a45', shade: '#96401f', deep: '#4a180b' }
export const WOOD: Tones = { shine: '#f7d6a4', light: '#cf945a', base: '#9a5f33', shade: '#643718', deep: '#331808' }
export const PAPER: Tones = { shine: '#fffdf3', light: '#fff0cf', base: '#ffd998', shade: '#e09a4c', deep: '#8f4a1c' }

/** Polished metal: the bands of a reflecting curved surface. */
export function metal(drawing: Drawing, t: Tones, angle = 75): string {
  const stops: Stop[] = [
    [0, t.shine],
    [0.16, t.light],
    [0.42, t.base],
    [0.5, t.shade],
    [0.56, t.base],
    [0.78, t.light],
    [1, t.shade],
  ]
  return drawing.linear(stops, angle)
}

/** Softly shaded solid: light from above, darker below. */
export function solid(drawing: Drawing, t: Tones, angle = 80): string {
  return drawing.linear(
    [
      [0, t.light],
      [0.5, t.base],
      [1, t.shade],
    ],
    angle,
  )
}

/** Coloured glass: dark at the top, glowing where the light leaves it. */
export function glass(drawing: Drawing, t: Tones): string {
  return drawing.radial(
    [
      [0, t.shine],
      [0.28, t.light],
      [0.65, t.base],
      [1, t.deep],
    ],
    0.5,
    0.78,
    0.75,
    0.5,
    0.6,
  )
}

/** A facetted stone. `outline` and `table` need the same number of corners. */
export function gem(drawing: Drawing, outline: readonly Point[], table: readonly Point[], t: Tones): string {
  const corners = outline.length
  const facets = outline.map((corner, i) => {
    const next = outline[(i + 1) % corners] ?? corner
    const inner = table[i] ?? corner
    const innerNext = table[(i + 1) % corners] ?? inner
    const facing = Math.atan2((corner[1] + next[1]) / 2, (corner[0] + next[0]) / 2)
    // 1 where the facet looks at the light (upper left), -1 where it looks away.
    const toLight = Math.cos(facing - (-125 * Math.PI) / 180)
    const color = toLight > 0.55 ? t.shine : toLight > 0.1 ? t.light : toLight > -0.45 ? t.base : toLight > -0.8 ? t.shade : t.deep
    return path(
      polygon([corner, next, innerNext, inner]),
      drawing.linear(
        [
          [0, color],
          [1, toLight > 0 ? t.light : t.base],
        ],
        60,
      ),
      `stroke="${t.shine}" stroke-opacity="0.22" stroke-width="0.8" stroke-linejoin="round"`,
    )
  })
  const face = path(
    polygon(table),
    drawing.linear(
      [
        [0, t.light],
        [0.45, t.base],
        [0.55, t.shade],
        [1, t.base],
      ],
      62,
    ),
  )
  const origin: Point = [0, 0]
  const [first = origin, second = origin] = table
  const shine = path(polygon([first, second, [second[0] * 0.25, second[1] * 0.05], [first[0] * 0.3 - 8, first[1] * 0.1 + 8]]), '#fff', 'opacity="0.28"')
  return facets.join('') + face + shine
}

/** Star glints, the last touch on anything that shines. */
export function glints(drawing: Drawing, ...at: readonly (readonly [x: number, y: number, radius: number])[]): string {
  const glow = drawing.radial([
    [0, '#fff', 0.9],
    [0.4, '#fff', 0.25],
    [1, '#fff', 0],
  ])
  return at.map(([x, y, r]) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 0.55)}" fill="${glow}"/>${path(glint(x, y, r), '#fff')}`).join('')
}
