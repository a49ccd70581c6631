import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Pictures are kept and compared at this width: small enough for the repository, large enough for a moved line. */
const WIDTH = 320
/** Side of the squares whose mean colours are compared, in pixels of the kept picture. */
const SQUARE = 8
/** How far the mean of a square may lie from the kept one, per channel of 0 to 255. */
const TOLERANCE = 20
/** The share of squares that may lie further: lettering is drawn a little differently from machine to machine. */
const SHARE_MAX = 0.01

export interface ImageDiff {
  /** Share of the squares, 0 to 1, that differ from the kept picture. */
  share: number
  /** Why the two are not alike; absent when they are. */
  complaint?: string
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Keeps a screenshot (PNG) as what the page has to look like from now on. */
export async function keep(screenshot: Buffer, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await sharp(screenshot).resize({ width: WIDTH }).webp({ quality: 55, effort: 6 }).toFile(path)
}

/**
 * Compares a screenshot (PNG) with the picture kept at `path`. Where they differ, the kept size of the
 * screenshot with every differing square marked is written to `marked`.
 */
export async function compare(screenshot: Buffer, path: string, marked: string): Promise<ImageDiff> {
  if (!existsSync(path)) return { share: 1, complaint: 'there is no kept picture: look at the new one, then keep it' }
  const before = await pixels(sharp(path))
  const now = await pixels(sharp(screenshot).resize({ width: WIDTH }))
  const squares = differing(before, now)
  const count = Math.ceil(Math.max(before.height, now.height) / SQUARE) * Math.ceil(WIDTH / SQUARE)
  const share = squares.length / count
  if (share <= SHARE_MAX) return { share }
  await mark(now, squares, marked)
  return { share, complaint: `${(share * 100).toFixed(1)} % of the picture differ (height ${before.height} before, ${now.height} now)` }
}

async function pixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The squares (left, top) whose mean colour differs; one that only one picture has differs. */
function differing(before: Pixels, now: Pixels): [number, number][] {
  const found: [number, number][] = []
  for (let top = 0; top < Math.max(before.height, now.height); top += SQUARE) {
    for (let left = 0; left < WIDTH; left += SQUARE) {
      const [a, b] = [mean(before, left, top), mean(now, left, top)]
      if (!a || !b || a.some((value, channel) => Math.abs(value - (b[channel] ?? 0)) > TOLERANCE)) found.push([left, top])
    }
  }
  return found
}

function mean({ data, width, height }: Pixels, left: number, top: number): number[] | undefined {
  const sum = [0, 0, 0]
  let count = 0
  for (let y = top; y < Math.min(top + SQUARE, height); y += 1) {
    for (let x = left; x < Math.min(left + SQUARE, width); x += 1) {
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0)
      count += 1
    }
  }
  return count > 0 ? sum.map((value) => value / count) : undefined
}

async function mark({ data, width, height }: Pixels, squares: [number, number][], path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const rects = squares.map(([x, y]) => `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}"/>`).join('')
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#ff005a" fill-opacity=".55">${rects}</svg>`
  await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(overlay) }])
    .webp({ quality: 80 })
    .toFile(path)
}
