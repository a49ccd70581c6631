/** One curtain of light: where it hangs. All lengths are shares of the canvas. */
export interface Curtain {
  /** Which of the brand's lights it shines in: `--glow-far` and so on. */
  glow: 'far' | 'middle' | 'near'
  baseline: number
  height: number
  /** Waves along the width. */
  waves: number
  phase: number
}

/** The farthest first. */
export const CURTAINS: Curtain[] = [
  { glow: 'far', baseline: 0.58, height: 0.6, waves: 1.3, phase: 0 },
  { glow: 'middle', baseline: 0.7, height: 0.62, waves: 1.9, phase: 2.1 },
  { glow: 'near', baseline: 0.8, height: 0.55, waves: 1.5, phase: 4.2 },
]

/** Where the lower edge of a curtain hangs at `x`, and how bright it is there; all in shares. */
export function curtainAt({ baseline, waves, phase }: Pick<Curtain, 'baseline' | 'waves' | 'phase'>, x: number): { y: number; light: number } {
  const turn = x * waves * Math.PI * 2 + phase
  const y = baseline + 0.09 * Math.sin(turn) + 0.05 * Math.sin(turn * 2.3 + 1.7)
  const folds = 0.6 + 0.4 * Math.sin(turn * 5.1) * Math.sin(turn * 1.7)
  const edges = Math.sin(Math.PI * Math.min(1, Math.max(0, x))) ** 0.5
  return { y, light: folds * edges }
}

/** Draws a curtain in `light`, a colour with six hexadecimal digits. The canvas is small and stretched by CSS, which makes the light soft and the drawing cheap. */
export function drawCurtain(context: CanvasRenderingContext2D, width: number, height: number, curtain: Curtain, light: string): void {
  for (let column = 0; column < width; column += 1) {
    const { y, light: strength } = curtainAt(curtain, column / width)
    const bottom = y * height
    const top = bottom - curtain.height * height
    const beam = context.createLinearGradient(0, top, 0, bottom)
    beam.addColorStop(0, `${light}00`)
    beam.addColorStop(
      0.8,
      `${light}${Math.round(0.34 * 255 * strength)
        .toString(16)
        .padStart(2, '0')}`,
    )
    beam.addColorStop(1, `${light}00`)
    context.fillStyle = beam
    context.fillRect(column, top, 1, bottom - top)
  }
}
