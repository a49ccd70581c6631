import type { Layout } from './layout'
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
