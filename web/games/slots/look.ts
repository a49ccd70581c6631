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
  'deep-freeze': {
    frameLight: 0xf2fdff,
    frameBase: 0x6cc8f0,
    frameDark: 0x123a78,
    window: 0x06204a,
    windowAlpha: 0.86,
    stripe: 0x124a86,
    glow: 0x7fe9ff,
  },
  'copper-canyon': {
    ...DEFAULT,
    frameLight: 0xffd9a8,
    frameBase: 0xc8642c,
    frameDark: 0x521a0c,
    window: 0x2a0a12,
    stripe: 0x5a2018,
    glow: 0xffb04a,
  },
  'velvet-noir': {
    ...DEFAULT,
    frameLight: 0xffe2b0,
    frameBase: 0x9a1038,
    frameDark: 0x2a0412,
    window: 0x12040e,
    windowAlpha: 0.9,
    stripe: 0x3a0820,
    glow: 0xff4a7c,
  },
  'salt-and-thunder': {
    frameLight: 0xd8f4ff,
    frameBase: 0x3f6a94,
    frameDark: 0x0a1c3a,
    window: 0x041426,
    windowAlpha: 0.88,
    stripe: 0x0f3a5a,
    glow: 0xffe04a,
  },
  'clockwork-orchard': {
    frameLight: 0xfff0c4,
    frameBase: 0xb8853a,
    frameDark: 0x3c2410,
    window: 0x1c2a18,
    windowAlpha: 0.84,
    stripe: 0x38502a,
    glow: 0xfff08a,
  },
  'tidal-kings': {
    frameLight: 0xffe9c4,
    frameBase: 0xe0607a,
    frameDark: 0x4a1038,
    window: 0x0c1a4a,
    windowAlpha: 0.84,
    stripe: 0x24408a,
    glow: 0x8ff4ff,
  },
  'moon-market': {
    ...DEFAULT,
    frameLight: 0xffe9b0,
    frameBase: 0x8a5ae0,
    frameDark: 0x2a1058,
    window: 0x140a38,
    stripe: 0x34208a,
    glow: 0xffe08a,
  },
  'paper-dragons': {
    ...DEFAULT,
    frameLight: 0xfff2d0,
    frameBase: 0xd8302a,
    frameDark: 0x5a0c12,
    window: 0xf6e3bc,
    windowAlpha: 0.92,
    stripe: 0xe8c48a,
    glow: 0xff4a2a,
  },
  'rune-ridge': {
    frameLight: 0xe8f4ff,
    frameBase: 0x6a86a8,
    frameDark: 0x14243c,
    window: 0x081426,
    windowAlpha: 0.86,
    stripe: 0x16345a,
    glow: 0x6affd0,
  },
  'prism-climb': {
    frameLight: 0xfff0ff,
    frameBase: 0xb070ff,
    frameDark: 0x2c1064,
    window: 0x100830,
    windowAlpha: 0.86,
    stripe: 0x2c1a6a,
    glow: 0xff9af0,
  },
  caldera: {
    ...DEFAULT,
    frameLight: 0xffe0a0,
    frameBase: 0xc8442a,
    frameDark: 0x34101c,
    window: 0x160a1c,
    windowAlpha: 0.88,
    stripe: 0x3a1830,
    glow: 0xffb03a,
  },
  glasshouse: {
    frameLight: 0xf4fff0,
    frameBase: 0x6aa894,
    frameDark: 0x14403c,
    window: 0x0c2e2c,
    windowAlpha: 0.78,
    stripe: 0x1c5a50,
    glow: 0xfff6a8,
  },
}

/** The colours of a game; one without its own gets the operator's. */
export function lookOf(slug: string): Look {
  return LOOKS[slug] ?? DEFAULT
}
