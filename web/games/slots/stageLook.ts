import type { Layout, Rect } from './layout'
import type { Look } from './look'

/** Gives what stands in the page over and beside the picture the colours of the game's cabinet. */
export function dress(root: HTMLElement, look: Look): void {
  const tones = { light: look.frameLight, base: look.frameBase, dark: look.frameDark, glow: look.glow }
  for (const [name, tone] of Object.entries(tones)) root.style.setProperty(`--look-${name}`, `#${tone.toString(16).padStart(6, '0')}`)
}

/** Tells the page where the reels stand on the stage: plates and amounts are centred on them. */
export function placeReels(stage: HTMLElement, { reels }: Pick<Layout, 'reels'>): void {
  for (const [name, pixels] of Object.entries(reels)) stage.style.setProperty(`--reels-${name}`, `${pixels}px`)
}

/** Where an ordinary win is counted: how far under the middle of the reels, and in which share of its size. */
export interface CountPlace {
  shift: number
  scale: number
}

/** How high its plate is, as the styles of `.celebration-amount` have it: shares of the sides of the window, and at most so many pixels. */
const COUNT = { width: 0.13, height: 0.23, most: 92, line: 1.2 } as const
/** It reaches over so much of the width, and its letters over so much of its height. */
const COUNT_REACH = { across: 0.72, down: 0.84 } as const
/** How small and how large it may be on the frame. */
const COUNT_ON_FRAME = { least: 0.5, most: 0.75 } as const

/**
 * Places the count so that it covers nothing that has won: in the row next to the middle that is free, or on the lower edge of
 * the frame. `bottom` is where the stage ends, from the upper edge of the window of the reels.
 */
export function countPlace({ width, height }: Pick<Rect, 'width' | 'height'>, rows: number, won: readonly Rect[], bottom: number): CountPlace {
  const tall = Math.min(width * COUNT.width, height * COUNT.height, COUNT.most) * COUNT.line
  const [left, right] = [(width * (1 - COUNT_REACH.across)) / 2, (width * (1 + COUNT_REACH.across)) / 2]
  const half = (tall * COUNT_REACH.down) / 2
  const isFree = (y: number): boolean => won.every((box) => box.x >= right || box.x + box.width <= left || box.y >= y + half || box.y + box.height <= y - half)
  const shifts = Array.from({ length: rows }, (_, row) => ((row + 0.5) / rows - 0.5) * height)
  const free = [0, ...shifts].toSorted((a, b) => Math.abs(a) - Math.abs(b)).find((shift) => isFree(height / 2 + shift))
  if (free !== undefined) return { shift: Math.round(free), scale: 1 }
  const scale = Math.min(COUNT_ON_FRAME.most, Math.max(COUNT_ON_FRAME.least, (bottom - height) / tall))
  const over = (tall * scale) / 2
  return { shift: Math.min(height + over, bottom - over) - height / 2, scale }
}

/** Tells the page where an ordinary win is counted; null for the middle of the reels. */
export function placeCount(stage: HTMLElement, place: CountPlace | null): void {
  const { shift, scale } = place ?? { shift: 0, scale: 1 }
  stage.style.setProperty('--count-shift', `${shift}px`)
  stage.style.setProperty('--count-scale', `${scale}`)
}
