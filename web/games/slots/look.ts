/** The colours a game's cabinet is drawn with. */
export interface Look {
  /** Light and dark tone of the frame. */
  frameLight: number
  frameBase: number
  frameDark: number
  /** Fill of the reel window. */
  window: number
  windowAlpha: number
  /** Tone of every other reel. */
  stripe: number
  /** Colour of win lines and highlights. */
  glow: number
}

const DEFAULT: Look = {
  frameLight: 0xffe9a8,
  frameBase: 0xe0a03a,
  frameDark: 0x6b3510,
  window: 0x080d24,
  windowAlpha: 0.86,
  stripe: 0x1a2450,
  glow: 0xffd75e,
}

const LOOKS: Readonly<Record<string, Look>> = {
  'solar-sails': { ...DEFAULT, window: 0x140a3a, windowAlpha: 0.84, stripe: 0x3a1a78 },
  'koi-lanterns': {
    ...DEFAULT,
    frameLight: 0xffd9a0,
    frameBase: 0xd8452f,
    frameDark: 0x5c0a18,
    window: 0x04122e,
    stripe: 0x0c3258,
    glow: 0xffca6a,
  },
  'honey-heist': {
    ...DEFAULT,
    frameLight: 0xffe27a,
    frameBase: 0xb8661a,
    frameDark: 0x4a2208,
    window: 0x2a1206,
    windowAlpha: 0.88,
    stripe: 0x4a2408,
    glow: 0xffe27a,
  },
}

/** The colours of a game; one without its own gets the house's. */
export function lookOf(slug: string): Look {
  return LOOKS[slug] ?? DEFAULT
}
