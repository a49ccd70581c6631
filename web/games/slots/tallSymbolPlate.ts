import { FillGradient, type Graphics } from 'pixi.js'

/** The colours of the plate that a tall symbol stands on. */
export interface Plate {
  fill: number
  light: number
  rim: number
}

/** The box of a plate, and the side of the symbol in its middle; `cell` is the measure of its lines. */
export interface PlateBox {
  x: number
  y: number
  width: number
  height: number
  cell: number
  side: number
}

type Point = readonly [x: number, y: number]

/** Rays behind the symbol, and how much of the round they fill. */
const RAYS = { count: 14, share: 0.5, alpha: 0.16 } as const
/** Petals of the ornament at either end: their angle apart, and how much shorter each outer one is. */
const PETALS = { from: -2, to: 2, apart: Math.PI / 5.6, shorter: 0.12, alpha: 0.55 } as const
/** Distance between the diamonds that lead to the symbol, in cells. */
const DIAMONDS_APART = 0.17

/** A light that is brightest in the middle of a plate, once for each colour. */
const lights = new Map<number, FillGradient>()

/** Draws a plate with rays round its symbol and an ornament at either end, as far as there is room beside the symbol. */
export function drawPlate(g: Graphics, box: PlateBox, { fill, light, rim }: Plate): void {
  const { x, y, width, height, cell } = box
  const outline = [x, y, width, height, cell * 0.13] as const
  g.clear()
  g.roundRect(...outline).fill({ color: fill })
  g.roundRect(...outline).fill(lightOf(light))
  for (const ray of rays(box)) g.poly(ray.flat()).fill({ color: light, alpha: RAYS.alpha })
  for (const up of [-1, 1] as const) drawEnd(g, box, up, rim)
  const inset = cell * 0.05
  g.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, cell * 0.09).stroke({ color: rim, width: Math.max(1, cell * 0.012), alpha: 0.45 })
  g.roundRect(...outline).stroke({ color: rim, width: Math.max(1.5, cell * 0.03), alpha: 0.9 })
}

/** Rays from the middle of a plate to its edge: each a triangle, or more where it ends in a corner. */
export function rays({ x, y, width, height, cell }: PlateBox): Point[][] {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const [halfX, halfY] = [width / 2 - cell * 0.04, height / 2 - cell * 0.04]
  const at = (angle: number): Point => {
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    const reach = Math.min(halfX / Math.max(Math.abs(across), 1e-9), halfY / Math.max(Math.abs(down), 1e-9))
    return [middleX + across * reach, middleY + down * reach]
  }
  const corner = Math.atan2(halfY, halfX)
  const corners = [corner, Math.PI - corner, Math.PI + corner, 2 * Math.PI - corner]
  const half = (Math.PI / RAYS.count) * RAYS.share
  return Array.from({ length: RAYS.count }, (_, i) => {
    const angle = ((i + 0.5) / RAYS.count) * 2 * Math.PI
    const between = corners.filter((one) => Math.abs(one - angle) < half)
    return [[middleX, middleY] as const, ...[angle - half, ...between, angle + half].map(at)]
  })
}

/** The ornament at the upper end of a plate, with -1, or at its lower one: petals under an arch, and diamonds from there to the symbol. */
function drawEnd(g: Graphics, { x, y, width, height, cell, side }: PlateBox, up: -1 | 1, color: number): void {
  const free = (height - side) / 2
  if (free < cell * 0.2) return
  const [middle, end] = [x + width / 2, y + height / 2 + up * (height / 2 - cell * 0.05)]
  const reach = Math.min(free * 0.6, cell * 0.39)
  for (let i = PETALS.from; i <= PETALS.to; i += 1) {
    const angle = i * PETALS.apart
    const length = reach * (1 - Math.abs(i) * PETALS.shorter)
    const [alongX, alongY] = [Math.sin(angle) * length, -up * Math.cos(angle) * length]
    const at = (along: number, across: number): Point => [middle + alongX * along + alongY * across, end + alongY * along - alongX * across]
    g.poly([at(0.18, 0), at(0.7, 0.18), at(1, 0), at(0.7, -0.18)].flat()).fill({ color, alpha: PETALS.alpha })
  }
  const arch = reach * 1.12
  const from = up < 0 ? 0 : Math.PI
  g.moveTo(middle + (up < 0 ? arch : -arch), end)
    .arc(middle, end, arch, from, from + Math.PI)
    .stroke({ color, width: Math.max(1, cell * 0.02), alpha: 0.6 })
  for (let off = arch + cell * 0.1; off < free - cell * 0.06; off += DIAMONDS_APART * cell) {
    const half = cell * (off === arch + cell * 0.1 ? 0.06 : 0.04)
    const at = end - up * off
    g.poly([middle, at - half, middle + half * 0.7, at, middle, at + half, middle - half * 0.7, at]).fill({ color, alpha: 0.75 })
  }
}

function lightOf(color: number): FillGradient {
  const known = lights.get(color)
  if (known !== undefined) return known
  const rgb = [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff].join(',')
  const light = new FillGradient({
    type: 'linear',
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    textureSpace: 'local',
    colorStops: [
      { offset: 0, color: `rgba(${rgb},0.06)` },
      { offset: 0.5, color: `rgba(${rgb},0.5)` },
      { offset: 1, color: `rgba(${rgb},0.06)` },
    ],
  })
  lights.set(color, light)
  return light
}
