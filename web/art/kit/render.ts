import sharp from 'sharp'

/** How a flat rendering is finished. */
export interface Finish {
  /** Strength of the light that bright parts spill, 0..1. */
  bloom?: number
  bloomRadius?: number
  saturation?: number
}

/** Renders an SVG document to a raw picture with alpha. */
export async function rasterise(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true }).png({ compressionLevel: 1 }).toBuffer()
}

/**
 * Photographic finish for full pictures: bright parts bloom over their
 * surroundings, which no SVG filter does over a whole composition. The
 * overlay (a title) is laid on top afterwards and stays crisp.
 */
export async function finish(svg: string, options: Finish = {}, overlay?: string): Promise<Buffer> {
  const flat = await sharp(await rasterise(svg))
    .flatten({ background: '#05070f' })
    .toBuffer()
  const bright = await sharp(flat)
    .linear(2.4, -330)
    .blur(options.bloomRadius ?? 20)
    .linear(options.bloom ?? 0.42, 0)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const lit = await sharp(flat)
    .composite([{ input: bright, blend: 'screen' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  const graded = sharp(lit).modulate({ saturation: options.saturation ?? 1.12 })
  if (overlay === undefined) return graded.png({ compressionLevel: 1 }).toBuffer()
  const base = await graded.png({ compressionLevel: 1 }).toBuffer()
  return sharp(base)
    .composite([{ input: await rasterise(overlay) }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}
