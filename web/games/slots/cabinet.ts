import { FillGradient, type Graphics } from 'pixi.js'
import type { Layout } from './layout'
import type { Look } from './look'

/** Shades of the shadow behind the cabinet, and how far it reaches in pixels. */
const SHADOW = { shades: 14, reach: 30, darkness: 0.3 } as const

/** Draws the cabinet round so many reels: its shadow, its frame, and the window the reels turn in. */
export function drawCabinet(g: Graphics, { reels: box, cell, frame }: Layout, look: Look, reels: number): void {
  g.clear()
  const metal = downwards([
    [0, look.frameLight],
    [0.18, look.frameBase],
    [0.5, look.frameDark],
    [0.82, look.frameBase],
    [1, look.frameDark],
  ])
  const outer = (grow: number): [number, number, number, number, number] => [
    box.x - grow,
    box.y - grow,
    box.width + grow * 2,
    box.height + grow * 2,
    Math.max(4, grow * 0.9 + 4),
  ]
  for (let i = SHADOW.shades; i > 0; i -= 1) {
    const grow = frame + (i * SHADOW.reach) / SHADOW.shades
    g.roundRect(...outer(grow)).fill({ color: 0x000000, alpha: (2 * SHADOW.darkness * (SHADOW.shades - i + 1)) / SHADOW.shades ** 2 })
  }
  g.roundRect(...outer(frame)).fill(metal)
  g.roundRect(...outer(frame)).stroke({ color: look.frameLight, width: 1.5, alpha: 0.9, alignment: 1 })
  g.roundRect(...outer(frame * 0.34)).fill({ color: look.frameDark })
  g.roundRect(...outer(frame * 0.34)).stroke({ color: look.frameLight, width: 1, alpha: 0.55 })
  g.rect(box.x, box.y, box.width, box.height).fill({ color: 0x05070f })
  g.rect(box.x, box.y, box.width, box.height).fill({ color: look.window, alpha: look.windowAlpha })
  const shine = downwards([
    [0, 'rgba(0,0,0,0.55)'],
    [0.22, 'rgba(255,255,255,0.03)'],
    [0.5, 'rgba(255,255,255,0.09)'],
    [0.78, 'rgba(255,255,255,0.03)'],
    [1, 'rgba(0,0,0,0.55)'],
  ])
  for (let reel = 0; reel < reels; reel += 1) {
    const x = box.x + reel * cell
    g.rect(x + 1, box.y, cell - 2, box.height).fill({ color: look.stripe, alpha: reel % 2 === 0 ? 0.5 : 0.28 })
    g.rect(x + 1, box.y, cell - 2, box.height).fill(shine)
    if (reel > 0) g.rect(x - 1, box.y, 2, box.height).fill({ color: look.frameLight, alpha: 0.22 })
  }
}

/** Colours from the top of a shape to its foot. */
function downwards(stops: readonly (readonly [offset: number, color: number | string])[]): FillGradient {
  return new FillGradient({
    type: 'linear',
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    textureSpace: 'local',
    colorStops: stops.map(([offset, color]) => ({ offset, color })),
  })
}
