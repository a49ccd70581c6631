import { Assets, Rectangle, Texture } from 'pixi.js'
import { PlayRefusal } from '../play/api'
import { blurred } from './blur'
import { SHEET_COLUMNS, SYMBOL_PIXELS } from './sheet'

/** Everything a slots game draws with. */
export interface SlotTextures {
  /** Picture of each symbol by id. */
  symbols: ReadonlyMap<string, Texture>
  /** The same as they run past at speed. */
  blurred: ReadonlyMap<string, Texture>
  /** Where a symbol is in the sheet, for the HTML paytable. */
  names: readonly string[]
  sheetUrl: string
  back: Texture
  middle: Texture
  front: Texture
  title: Texture
  mascot: Texture
}

/** Loads the pictures of a game. */
export async function loadTextures(slug: string): Promise<SlotTextures> {
  const base = `/art/games/${slug}`
  const sheetUrl = `${base}/symbols.webp`
  // Decoding in a worker would need blob: scripts, which the security policy refuses.
  // Every picture is named by its one format, so there is nothing to detect.
  await Assets.init({ skipDetections: true, preferences: { preferWorkers: false } })
  const picture = (name: string): Promise<Texture> => Assets.load<Texture>(`${base}/${name}.webp`)
  const withoutPictures = (error: unknown): never => {
    throw new PlayRefusal('no_answer', { cause: error })
  }
  const [index, sheet, back, middle, front, title, mascot] = await Promise.all([
    fetch(`${base}/symbols.json`).then((response) => response.json() as Promise<{ names: string[] }>),
    picture('symbols'),
    picture('back'),
    picture('middle'),
    picture('front'),
    picture('title'),
    picture('mascot'),
  ]).catch(withoutPictures)
  sheet.source.autoGenerateMipmaps = true
  const symbols = new Map(
    index.names.map((name, i) => {
      const frame = new Rectangle((i % SHEET_COLUMNS) * SYMBOL_PIXELS, Math.floor(i / SHEET_COLUMNS) * SYMBOL_PIXELS, SYMBOL_PIXELS, SYMBOL_PIXELS)
      return [name, new Texture({ source: sheet.source, frame })]
    }),
  )
  return { symbols, blurred: blurred(sheet.source, index.names), names: index.names, sheetUrl, back, middle, front, title, mascot }
}
