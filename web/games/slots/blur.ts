import { Rectangle, Texture, TextureSource } from 'pixi.js'
import { SHEET_COLUMNS, SYMBOL_PIXELS } from './sheet'

/** Width of a blurred symbol in its sheet, in pixels: at speed nobody sees more. */
const BLUR_PIXELS = SYMBOL_PIXELS / 2
/** How far a symbol is drawn out, in symbols: what a reel at full speed runs in one frame. */
const SMEAR = 0.45
/** Height of a blurred symbol, in symbols: the symbol and what it is drawn out by, rounded to whole pixels of the sheet. */
export const BLUR_HEIGHT = 1.5
const TAPS = 13

/** One copy of a symbol in its blur: how far it is moved, in symbols, and how much of it is seen. */
export interface Tap {
  shift: number
  weight: number
}

/** The copies that make a symbol's blur: the most of it in the middle, all of them together as opaque as the symbol. */
export function taps(count = TAPS): Tap[] {
  const middle = (count - 1) / 2
  const heights = Array.from({ length: count }, (_, i) => middle + 1 - Math.abs(i - middle))
  const sum = heights.reduce((total, height) => total + height, 0)
  return heights.map((height, i) => ({ shift: (i / (count - 1) - 0.5) * SMEAR, weight: height / sum }))
}

/**
 * Draws every symbol of a sheet as the eye sees it run past. The copy is a canvas and not a texture of the renderer: a
 * renderer that lost its graphics loads it again by itself. Where the browser has no canvas to draw on, nothing is blurred.
 */
export function blurred(sheet: TextureSource, names: readonly string[]): ReadonlyMap<string, Texture> {
  const height = BLUR_PIXELS * BLUR_HEIGHT
  const canvas = document.createElement('canvas')
  canvas.width = BLUR_PIXELS * SHEET_COLUMNS
  canvas.height = height * Math.ceil(names.length / SHEET_COLUMNS)
  const pen = canvas.getContext('2d')
  if (pen === null) return new Map()
  pen.globalCompositeOperation = 'lighter'
  const frames = names.map((_, i) => new Rectangle((i % SHEET_COLUMNS) * BLUR_PIXELS, Math.floor(i / SHEET_COLUMNS) * height, BLUR_PIXELS, height))
  for (const [i, { x, y }] of frames.entries()) drawBlur(pen, sheet, i, x, y + (height - BLUR_PIXELS) / 2)
  const source = TextureSource.from(canvas)
  return new Map(names.map((name, i) => [name, new Texture({ source, frame: frames[i] })]))
}

function drawBlur(pen: CanvasRenderingContext2D, sheet: TextureSource, index: number, x: number, y: number): void {
  const [left, top] = [(index % SHEET_COLUMNS) * SYMBOL_PIXELS, Math.floor(index / SHEET_COLUMNS) * SYMBOL_PIXELS]
  const picture = sheet.resource as CanvasImageSource
  for (const { shift, weight } of taps()) {
    pen.globalAlpha = weight
    pen.drawImage(picture, left, top, SYMBOL_PIXELS, SYMBOL_PIXELS, x, y + shift * BLUR_PIXELS, BLUR_PIXELS, BLUR_PIXELS)
  }
}
