import { Rectangle, Texture, TextureSource } from 'pixi.js'
import { SHEET_COLUMNS, SYMBOL_PIXELS } from './sheet'

/** Width of a blurred symbol in its sheet, in pixels: at speed nobody sees more. */
const BLUR_PIXELS = SYMBOL_PIXELS / 2
/** Height of a blurred symbol, in symbols: the symbol and what it is drawn out by, as much as a reel at full speed runs in a frame. */
export const BLUR_HEIGHT = 1.5
/** Copies of each pass: the second spreads what the first has made, so that few copies draw out evenly. */
const COPIES = 6
/** Pixels between the copies of the first pass. */
const STEP = ((BLUR_HEIGHT - 1) * BLUR_PIXELS) / COPIES ** 2

/** How far the copies of each pass are moved, in pixels. */
export const PASSES: readonly (readonly number[])[] = [STEP, STEP * COPIES].map((step) =>
  Array.from({ length: COPIES }, (_, i) => (i - (COPIES - 1) / 2) * step),
)

/**
 * Draws every symbol of a sheet as the eye sees it run past. The copy is a canvas and not a texture of the renderer: a
 * renderer that lost its graphics loads it again by itself. Where the browser has no canvas to draw on, nothing is blurred.
 */
export function blurred(sheet: TextureSource, names: readonly string[]): ReadonlyMap<string, Texture> {
  const height = BLUR_PIXELS * BLUR_HEIGHT
  const frames = names.map((_, i) => new Rectangle((i % SHEET_COLUMNS) * BLUR_PIXELS, Math.floor(i / SHEET_COLUMNS) * height, BLUR_PIXELS, height))
  const size = [BLUR_PIXELS * SHEET_COLUMNS, height * Math.ceil(names.length / SHEET_COLUMNS)] as const
  const sharp = penOf(...size)
  if (sharp === null) return new Map()
  const picture = sheet.resource as CanvasImageSource
  for (const [i, { x, y }] of frames.entries()) {
    const [left, top] = [(i % SHEET_COLUMNS) * SYMBOL_PIXELS, Math.floor(i / SHEET_COLUMNS) * SYMBOL_PIXELS]
    sharp.drawImage(picture, left, top, SYMBOL_PIXELS, SYMBOL_PIXELS, x, y + (height - BLUR_PIXELS) / 2, BLUR_PIXELS, BLUR_PIXELS)
  }
  const drawn = PASSES.reduce((canvas, shifts) => spread(canvas, shifts), sharp.canvas)
  const source = TextureSource.from(drawn)
  return new Map(names.map((name, i) => [name, new Texture({ source, frame: frames[i] })]))
}

/** The mean of copies of a canvas: every symbol has room enough round it that none runs into another's. */
function spread(canvas: HTMLCanvasElement, shifts: readonly number[]): HTMLCanvasElement {
  const pen = penOf(canvas.width, canvas.height)
  if (pen === null) return canvas
  pen.globalCompositeOperation = 'lighter'
  pen.globalAlpha = 1 / shifts.length
  for (const shift of shifts) pen.drawImage(canvas, 0, shift)
  return pen.canvas
}

function penOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d')
}
