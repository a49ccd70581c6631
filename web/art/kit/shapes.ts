import { n } from './drawing'

/** A point in user units. */
export type Point = readonly [x: number, y: number]

/** Point on a circle; 0° is to the right, angles grow clockwise. */
export function polar(degrees: number, radius: number, cx = 0, cy = 0): Point {
  const radians = (degrees * Math.PI) / 180
  return [cx + Math.cos(radians) * radius, cy + Math.sin(radians) * radius]
}

/** Closed polygon through the points. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`
}

/** Regular polygon with its first corner at `start` degrees. */
export function regular(corners: number, radius: number, start = -90, cx = 0, cy = 0): Point[] {
  return Array.from({ length: corners }, (_, i) => polar(start + (360 / corners) * i, radius, cx, cy))
}

/** A star with alternating radii. */
export function star(spikes: number, outer: number, inner: number, start = -90): string {
  const points = Array.from({ length: spikes * 2 }, (_, i) => polar(start + (180 / spikes) * i, i % 2 === 0 ? outer : inner))
  return polygon(points)
}

/** A smooth curve (Catmull-Rom) through the points, closed or open. */
export function smooth(points: readonly Point[], closed = true, tension = 1): string {
  const count = points.length
  const at = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1)
    return points[index] ?? [0, 0]
  }
  const [startX, startY] = at(0)
  let d = `M${n(startX)} ${n(startY)}`
  const last = closed ? count : count - 1
  for (let i = 0; i < last; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const k = tension / 6
    d += `C${n(p1[0] + (p2[0] - p0[0]) * k)} ${n(p1[1] + (p2[1] - p0[1]) * k)} ${n(p2[0] - (p3[0] - p1[0]) * k)} ${n(p2[1] - (p3[1] - p1[1]) * k)} ${n(p2[0])} ${n(p2[1])}`
  }
  return closed ? `${d}Z` : d
}

/** A circle as path data (for clips, rings and cut-outs). */
export function disc(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 0 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-rx * 2)} 0Z`
}

/** A ring (fill it with `fill-rule="evenodd"`). */
export function ring(cx: number, cy: number, outer: number, inner: number): string {
  return disc(cx, cy, outer) + disc(cx, cy, inner)
}

/** A box with round corners, centred. */
export function roundedBox(cx: number, cy: number, width: number, height: number, radius: number): string {
  const [x, y] = [cx - width / 2, cy - height / 2]
  const r = radius
  return `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(r)}v${n(height - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(r)}h${n(2 * r - width)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(-r)}v${n(2 * r - height)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(-r)}Z`
}

/** A pie slice of a ring, `from` to `to` degrees. */
export function sector(from: number, to: number, outer: number, inner: number, squash = 1): string {
  const large = to - from > 180 ? 1 : 0
  const at = (degrees: number, radius: number): string => {
    const [x, y] = polar(degrees, radius)
    return `${n(x)} ${n(y * squash)}`
  }
  return `M${at(from, outer)}A${n(outer)} ${n(outer * squash)} 0 ${large} 1 ${at(to, outer)}L${at(to, inner)}A${n(inner)} ${n(inner * squash)} 0 ${large} 0 ${at(from, inner)}Z`
}

/** A leaf or petal from the origin upwards, `bend` moves its tip sideways. */
export function petal(length: number, width: number, bend = 0): string {
  return `M0 0C${n(-width)} ${n(-length * 0.3)} ${n(-width * 0.75 + bend * 0.6)} ${n(-length * 0.8)} ${n(bend)} ${n(-length)}C${n(width * 0.75 + bend * 0.6)} ${n(-length * 0.8)} ${n(width)} ${n(-length * 0.3)} 0 0Z`
}

/** A four-pointed glint. */
export function glint(x: number, y: number, radius: number): string {
  const r = radius
  const w = radius * 0.08
  return `M${n(x)} ${n(y - r)}Q${n(x + w)} ${n(y - w)} ${n(x + r)} ${n(y)}Q${n(x + w)} ${n(y + w)} ${n(x)} ${n(y + r)}Q${n(x - w)} ${n(y + w)} ${n(x - r)} ${n(y)}Q${n(x - w)} ${n(y - w)} ${n(x)} ${n(y - r)}Z`
}
