import { Texture } from 'pixi.js'

/** Sides of the pictures in pixels: they are soft, so that they bear being enlarged. */
const DOT = 64
const BEAM = { width: 128, height: 256 } as const
/** Beams within a beam, from the widest on: together its edges are soft. */
const SHADES = 10

/** A soft round light. The pictures of lights are canvases and no textures of the renderer: one that lost its graphics loads them again by itself. */
export function dotOfLight(): Texture {
  return drawn(DOT, DOT, (pen) => {
    const light = pen.createRadialGradient(DOT / 2, DOT / 2, 0, DOT / 2, DOT / 2, DOT / 2)
    light.addColorStop(0, 'rgba(255,255,255,1)')
    light.addColorStop(0.35, 'rgba(255,255,255,0.38)')
    light.addColorStop(1, 'rgba(255,255,255,0)')
    pen.fillStyle = light
    pen.fillRect(0, 0, DOT, DOT)
  })
}

/** A beam of light that falls from the middle of its upper edge, widens and fades. */
export function beamOfLight(): Texture {
  const { width, height } = BEAM
  return drawn(width, height, (pen) => {
    const light = pen.createLinearGradient(0, 0, 0, height)
    light.addColorStop(0, 'rgba(255,255,255,0.16)')
    light.addColorStop(0.5, 'rgba(255,255,255,0.07)')
    light.addColorStop(1, 'rgba(255,255,255,0)')
    pen.fillStyle = light
    for (let i = SHADES; i > 0; i -= 1) {
      const half = (width / 2) * (i / SHADES)
      pen.beginPath()
      pen.moveTo(width / 2, 0)
      pen.lineTo(width / 2 - half, height)
      pen.lineTo(width / 2 + half, height)
      pen.fill()
    }
  })
}

/** A picture drawn with a pen; nothing where the browser has no canvas to draw on. */
function drawn(width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): Texture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) return Texture.EMPTY
  draw(pen)
  return Texture.from(canvas)
}
