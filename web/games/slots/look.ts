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
  /** Colour of the light that the scene stands in during a feature. */
  bonus: number
  /** How thickly that light hangs in the air before the background: tinting alone turns some of them only brown. */
  haze?: number
  /** The reel window in that light, where a mix with it turns muddy. */
  night?: { window: number; stripe: number }
  /** Core of frames and lines on a window so light that a pale one is lost. */
  core?: number
  /** What of the background is to be seen where the reels cover most of it: shares of its width and height. */
  focus?: { x: number; y: number }
}

const DEFAULT: Look = {
  frameLight: 0xffe9a8,
  frameBase: 0xe0a03a,
  frameDark: 0x6b3510,
  window: 0x080d24,
  windowAlpha: 0.86,
  stripe: 0x1a2450,
  glow: 0xffd75e,
  bonus: 0xff8a4a,
}

const LOOKS: Readonly<Record<string, Look>> = {
  'solar-sails': { ...DEFAULT, window: 0x140a3a, windowAlpha: 0.84, stripe: 0x3a1a78, bonus: 0xff7ab0, night: { window: 0x24083a, stripe: 0x5a1a70 } },
  'koi-lanterns': {
    ...DEFAULT,
    frameLight: 0xffd9a0,
    frameBase: 0xd8452f,
    frameDark: 0x5c0a18,
    window: 0x04122e,
    stripe: 0x0c3258,
    glow: 0xffca6a,
    bonus: 0xffc24a,
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
    bonus: 0xb06cff,
    haze: 0.48,
  },
  'deep-freeze': {
    frameLight: 0xf2fdff,
    frameBase: 0x6cc8f0,
    frameDark: 0x123a78,
    window: 0x06204a,
    windowAlpha: 0.86,
    stripe: 0x124a86,
    glow: 0x7fe9ff,
    bonus: 0xa77bff,
  },
  'copper-canyon': {
    ...DEFAULT,
    frameLight: 0xffd9a8,
    frameBase: 0xc8642c,
    frameDark: 0x521a0c,
    window: 0x2a0a12,
    stripe: 0x5a2018,
    glow: 0xffb04a,
    bonus: 0x8fa4ff,
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
    bonus: 0xb56bff,
  },
  'salt-and-thunder': {
    frameLight: 0xd8f4ff,
    frameBase: 0x3f6a94,
    frameDark: 0x0a1c3a,
    window: 0x041426,
    windowAlpha: 0.88,
    stripe: 0x0f3a5a,
    glow: 0xffe04a,
    bonus: 0x8f9aff,
    night: { window: 0x0a1030, stripe: 0x1c2a5c },
  },
  'clockwork-orchard': {
    frameLight: 0xfff0c4,
    frameBase: 0xb8853a,
    frameDark: 0x3c2410,
    window: 0x1c2a18,
    windowAlpha: 0.84,
    stripe: 0x38502a,
    glow: 0xfff08a,
    bonus: 0x6ae0d0,
  },
  'tidal-kings': {
    frameLight: 0xffe9c4,
    frameBase: 0xe0607a,
    frameDark: 0x4a1038,
    window: 0x0c1a4a,
    windowAlpha: 0.84,
    stripe: 0x24408a,
    glow: 0x8ff4ff,
    bonus: 0xff8ad8,
  },
  'moon-market': {
    ...DEFAULT,
    frameLight: 0xffe9b0,
    frameBase: 0x8a5ae0,
    frameDark: 0x2a1058,
    window: 0x140a38,
    stripe: 0x34208a,
    glow: 0xffe08a,
    bonus: 0xb9b4ff,
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
    bonus: 0xffb62a,
    night: { window: 0x4a0a10, stripe: 0x7a1a18 },
    core: 0xa81010,
  },
  'rune-ridge': {
    frameLight: 0xe8f4ff,
    frameBase: 0x6a86a8,
    frameDark: 0x14243c,
    window: 0x081426,
    windowAlpha: 0.86,
    stripe: 0x16345a,
    glow: 0x6affd0,
    bonus: 0x6affd0,
    focus: { x: 0.4, y: 0.3 },
  },
  'prism-climb': {
    frameLight: 0xfff0ff,
    frameBase: 0xb070ff,
    frameDark: 0x2c1064,
    window: 0x100830,
    windowAlpha: 0.86,
    stripe: 0x2c1a6a,
    glow: 0xff9af0,
    bonus: 0x5ae0ff,
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
    bonus: 0xff8a1c,
    focus: { x: 0.7, y: 0.3 },
  },
  glasshouse: {
    frameLight: 0xf4fff0,
    frameBase: 0x6aa894,
    frameDark: 0x14403c,
    window: 0x0c2e2c,
    windowAlpha: 0.78,
    stripe: 0x1c5a50,
    glow: 0xfff6a8,
    bonus: 0xffd08a,
  },
}

/** The colours of the same cabinet in the light of a feature. */
export function lookByNight(look: Look): Look {
  const { bonus, night } = look
  return {
    ...look,
    frameLight: mix(bonus, 0xffffff, 0.62),
    frameBase: mix(bonus, 0x100818, 0.14),
    frameDark: mix(bonus, 0x080414, 0.74),
    window: night?.window ?? mix(look.window, mix(bonus, 0x080414, 0.86), 0.55),
    stripe: night?.stripe ?? mix(bonus, 0x0a0618, 0.72),
  }
}

/** A colour between two others: 0 is the first, 1 the second. */
export function mix(first: number, second: number, share: number): number {
  const channel = (shift: number): number => {
    const [from, to] = [(first >> shift) & 0xff, (second >> shift) & 0xff]
    return Math.round(from + (to - from) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** The colours of a game; one without its own gets the operator's. */
export function lookOf(slug: string): Look {
  return LOOKS[slug] ?? DEFAULT
}
