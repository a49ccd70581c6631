import { type Drawing, ellipse, group, n, path, stroke } from '../../kit/drawing'
import { title } from '../../kit/lettering'
import { GOLD, type Tones, metal, relief } from '../../kit/materials'
import { between, seeded } from '../../kit/random'
import { type Box, backdrop, curtain, glow, ridge, sparks, stars } from '../../kit/scenery'
import type { Theme } from '../../kit/theme'
import { tiltedWheel } from './wheel'

function back(drawing: Drawing, box: Box): string {
  const random = seeded(7)
  const y = (t: number): number => box.y + box.height * t
  const x = (t: number): number => box.x + box.width * t
  const size = Math.min(box.width, box.height)
  const height = box.height
  const veil = (
    from: number,
    to: number,
    hem: number,
    rays: number,
    phase: number,
    colors: readonly [string, string, string],
    opacity: number,
  ): string =>
    curtain(drawing, random, {
      from: x(from),
      to: x(to),
      hem: y(hem),
      swing: height * 0.045,
      rays: height * rays,
      phase,
      colors,
      opacity,
    })
  return (
    backdrop(drawing, box, [
      [0, '#030616'],
      [0.35, '#06153a'],
      [0.62, '#0a3550'],
      [1, '#06182e'],
    ]) +
    stars(random, { ...box, height: height * 0.6 }, Math.round((box.width * box.height) / 2200), '#e6f4ff') +
    glow(drawing, x(0.5), y(0.5), box.width * 0.7, height * 0.35, '#17c79a', 0.4) +
    glow(drawing, x(0.35), y(0.2), box.width * 0.6, height * 0.26, '#14b98a', 0.4) +
    glow(drawing, x(0.85), y(0.16), box.width * 0.4, height * 0.22, '#6a3aff', 0.4) +
    veil(-0.15, 1.15, 0.24, 0.34, 0.4, ['#a37bff', '#7a4aff', '#d85aff'], 0.9) +
    veil(-0.15, 1.1, 0.32, 0.4, 2.2, ['#5dffb8', '#1fe0a4', '#2a8af6'], 0.85) +
    veil(-0.1, 1.2, 0.4, 0.3, 4.4, ['#7dffe0', '#2ad4e6', '#8b5cff'], 0.7) +
    veil(-0.1, 1.1, 0.33, 0.26, 3.1, ['#5dffb8', '#3df5a7', '#3df5a7'], 0.6) +
    path(
      ridge(random, x(0), x(1), y(0.6), size * 0.2, y(0.8), box.width > box.height ? 6 : 4),
      drawing.linear([
        [0, '#2a5a86'],
        [0.5, '#12305a'],
        [1, '#081a38'],
      ]),
    ) +
    path(
      ridge(random, x(0), x(1), y(0.64), size * 0.12, y(0.8), box.width > box.height ? 9 : 5),
      drawing.linear([
        [0, '#16406a'],
        [1, '#050f26'],
      ]),
    )
  )
}

function middle(drawing: Drawing, box: Box): string {
  const random = seeded(19)
  const y = (t: number): number => box.y + box.height * t
  const x = (t: number): number => box.x + box.width * t
  const size = Math.min(box.width, box.height)
  const shore = y(0.63)
  const cracks = Array.from({ length: 26 }, () => {
    const cx = x(random())
    const cy = shore + random() ** 1.3 * box.height * 0.36
    const half = between(random, 20, 90) * (size / 600) * (0.3 + (cy - shore) / (box.height * 0.37))
    return stroke(
      `M${n(cx - half)} ${n(cy)}L${n(cx - half * 0.2)} ${n(cy + half * between(random, -0.14, 0.14))}L${n(cx + half)} ${n(cy + half * between(random, -0.2, 0.2))}`,
      '#c9fff4',
      1.2,
      `opacity="${n(between(random, 0.08, 0.32))}"`,
    )
  }).join('')
  return (
    backdrop(drawing, { x: box.x, y: shore, width: box.width, height: box.height * 0.38 }, [
      [0, '#1fae9c'],
      [0.12, '#0f6a80'],
      [0.45, '#0a2f5a'],
      [1, '#030a1e'],
    ]) +
    curtain(drawing, random, {
      from: x(-0.05),
      to: x(1.05),
      hem: y(0.9),
      swing: size * 0.02,
      rays: box.height * 0.26,
      phase: 1.2,
      colors: ['#0f8a7a', '#2ad4b6', '#3df5a7'],
      opacity: 0.4,
    }) +
    glow(drawing, x(0.5), shore, box.width * 0.6, size * 0.05, '#9fffe0', 0.6) +
    cracks
  )
}

function pine(drawing: Drawing): string {
  const needles = drawing.linear(
    [
      [0, '#1f5a6e'],
      [0.55, '#0d3550'],
      [1, '#041424'],
    ],
    100,
  )
  const snow = drawing.linear(
    [
      [0, '#f4fdff'],
      [1, '#8fc4dc'],
    ],
    100,
  )
  const tiers = [3, 2, 1, 0].map((i) => {
    const [top, foot, half] = [-196 + i * 44, -112 + i * 44, 30 + i * 15]
    const edge = `L${n(half)} ${foot}L${n(half * 0.62)} ${foot - 9}L${n(half * 0.3)} ${foot + 5}L0 ${foot - 6}L${n(-half * 0.3)} ${foot + 5}L${n(-half * 0.62)} ${foot - 9}L${n(-half)} ${foot}Z`
    const cap = `M0 ${top}L${n(half * 0.5)} ${n(top + 44)}L${n(half * 0.24)} ${n(top + 38)}L${n(half * 0.04)} ${n(top + 54)}L${n(-half * 0.2)} ${n(top + 40)}L${n(-half * 0.46)} ${n(top + 46)}Z`
    return path(`M0 ${top}${edge}`, needles) + path(cap, snow, 'opacity="0.92"')
  })
  return path('M-7 34H7V-4H-7Z', '#0a1420') + tiers.join('')
}

function front(drawing: Drawing, box: Box): string {
  const random = seeded(27)
  const x = (t: number): number => box.x + box.width * t
  const y = (t: number): number => box.y + box.height * t
  const size = Math.min(box.width, box.height)
  const wide = box.width > box.height
  const places: readonly (readonly [number, number, number])[] = wide
    ? [
        [-0.01, 0.75, 1.15],
        [0.09, 0.7, 0.72],
        [0.17, 0.67, 0.44],
        [1.0, 0.76, 1.2],
        [0.92, 0.705, 0.76],
      ]
    : [
        [-0.02, 0.69, 0.62],
        [0.08, 0.665, 0.4],
        [1.02, 0.7, 0.66],
        [0.93, 0.665, 0.4],
      ]
  const trees = places
    .map(([tx, ty, scale]) => drawing.place({ x: x(tx), y: y(ty), scale: scale * (size / 620) }, pine))
    .join('')
  const drift = (top: number, light: string, dark: string): string =>
    path(
      `M${n(x(-0.05))} ${n(y(top))}Q${n(x(0.2))} ${n(y(top + 0.05))} ${n(x(0.42))} ${n(y(top + 0.1))}L${n(x(0.58))} ${n(y(top + 0.1))}Q${n(x(0.8))} ${n(y(top + 0.05))} ${n(x(1.05))} ${n(y(top - 0.01))}V${n(y(1.05))}H${n(x(-0.05))}Z`,
      drawing.linear([
        [0, light],
        [0.5, dark],
        [1, '#040a1c'],
      ]),
    )
  return (
    trees +
    drift(0.84, '#8fd9e8', '#1a4a7a') +
    sparks(drawing, random, { ...box, height: box.height * 0.9 }, wide ? 50 : 34, '#bdf7ff', size / 520)
  )
}

const MINT: Tones = { shine: '#d6fff0', light: '#3df5a7', base: '#12b87a', shade: '#0a6e55', deep: '#053a35' }
const LILAC: Tones = { shine: '#e9dcff', light: '#a880ff', base: '#7040e0', shade: '#431f9a', deep: '#1f0f52' }

function chips(drawing: Drawing, count: number, tones: Tones): string {
  return Array.from({ length: count }, (_, i) => {
    const y = -i * 9
    const marks = [-30, -10, 12, 30]
      .map((mx) => path(`M${mx - 4} ${n(y + 15 - Math.abs(mx) * 0.12)}h8v8h-8Z`, '#fff', 'opacity="0.85"'))
      .join('')
    return (
      path(
        `M-40 ${y}A40 18 0 0 0 40 ${y}V${y + 8}A40 18 0 0 1 -40 ${y + 8}Z`,
        drawing.linear(
          [
            [0, tones.shade],
            [0.4, tones.light],
            [1, tones.deep],
          ],
          0,
        ),
      ) +
      marks +
      (i === count - 1
        ? ellipse(
            0,
            y,
            40,
            18,
            drawing.linear([
              [0, tones.light],
              [1, tones.base],
            ]),
          ) +
          `<ellipse cx="0" cy="${y}" rx="31" ry="13.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-dasharray="9 7" opacity="0.9"/>` +
          ellipse(0, y, 22, 9.5, tones.shade) +
          ellipse(0, y, 19, 8, metal(drawing, GOLD))
        : '')
    )
  }).join('')
}

function centrepiece(drawing: Drawing, box: Box): string {
  const size = Math.min(box.width, box.height)
  const wide = box.width > box.height
  const at = wide
    ? { x: box.x + box.width * 0.7, y: box.y + box.height * 0.57 }
    : { x: box.x + box.width * 0.5, y: box.y + box.height * 0.475 }
  const scale = size / (wide ? 232 : 222)
  const lit = (d: Drawing, tones: Tones, count: number): string =>
    relief(d, { round: 1.4, height: 3, gloss: 0.8, shadow: 4, rim: '#fff' }, chips(d, count, tones))
  return group(
    '',
    glow(drawing, at.x, at.y, size * 0.75, size * 0.5, '#2ad4c0', 0.6),
    drawing.place({ ...at, scale }, tiltedWheel),
    drawing.place(
      { x: at.x - size * (wide ? 0.37 : 0.33), y: at.y + size * (wide ? 0.3 : 0.25), scale: size / 540 },
      (d) => lit(d, MINT, 5),
    ),
    drawing.place(
      { x: at.x + size * (wide ? 0.38 : 0.31), y: at.y + size * (wide ? 0.29 : 0.25), scale: size / 560 },
      (d) => lit(d, LILAC, 4),
    ),
  )
}

function lettering(drawing: Drawing): string {
  return title(
    drawing,
    [
      { text: 'AURORA', face: 'deco', size: 112, tracking: 2, x: 0, y: 6, arch: 10, swell: 0.05 },
      { text: 'ROULETTE', face: 'deco', size: 93, tracking: 3, x: 0, y: 102 },
    ],
    {
      fill: [
        [0, '#ffffff'],
        [0.3, '#d2fff2'],
        [0.55, '#5df5c8'],
        [0.6, '#1fb8c9'],
        [1, '#a9f3ff'],
      ],
      side: '#0a4a6e',
      outline: '#040a24',
      edge: '#eafffb',
      edgeWidth: 2,
      glow: '#2ad4e6',
    },
  )
}

/** Aurora Roulette: a wheel on the ice under northern lights. */
export const AURORA_ROULETTE: Theme = {
  slug: 'aurora-roulette',
  accent: '#3df5a7',
  symbols: {},
  layers: { back, middle, front },
  centrepiece,
  lettering,
}
