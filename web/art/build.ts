/**
 * Draws every picture of the built-in games and writes them where the site
 * serves them from. A game is only drawn again when
 * one of its sources changed.
 *
 *   npm run art                     draw what changed
 *   npm run art -- --all            draw everything
 *   npm run art -- --only=<slug>    draw one game
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { SHEET_COLUMNS, SYMBOL_PIXELS } from '../games/slots/sheet'
import { HERO_BOX, STAGE_BOX, TILE_BOX, hero, layer, tile } from './kit/compose'
import { Drawing } from './kit/drawing'
import { finish, rasterise } from './kit/render'
import { SYMBOL_BOX, type Theme } from './kit/theme'
import { AURORA_ROULETTE } from './themes/aurora-roulette/theme'
import { ball, bowl, rotor } from './themes/aurora-roulette/wheel'
import { THEMES } from './themes/index'

const HERE = dirname(fileURLToPath(import.meta.url))
const OUT = join(HERE, '../public/art')
const MANIFEST = join(HERE, '../../content/art/tiles.json')
/** Hashes of the sources the committed pictures were drawn from, by game. */
const STAMPS = join(HERE, 'drawn.json')

/** For the cards in a phone's hero, for a phone's list, and for the rest. */
const TILE_WIDTHS = [200, 320, 640] as const
/** For phones of two and of three device pixels a pixel, and for the rest. */
const HERO_WIDTHS = [768, 1280, 1920] as const
/** Up to this width a picture stands on screens so dense that finer strokes are lost, and is waited for. */
const SMALL_MAX = 320
/** Device pixels a symbol is drawn at before it is scaled down. */
const SYMBOL_SUPERSAMPLING = 2
const MASCOT_PIXELS = 720

interface TileEntry {
  placeholder: string
  accent: string
}

async function save(picture: Buffer, name: string, width: number): Promise<void> {
  const scaled = await sharp(picture).resize(width).toBuffer()
  await Promise.all([
    sharp(scaled)
      .avif(width <= SMALL_MAX ? { quality: 48, effort: 7 } : { quality: 58, effort: 3 })
      .toFile(join(OUT, `${name}.avif`)),
    sharp(scaled)
      .webp({ quality: 84, effort: 4 })
      .toFile(join(OUT, `${name}.webp`)),
  ])
}

/** A few pixels as a data URI: shown, blurred by the browser's scaling, until the tile is there. */
async function placeholder(picture: Buffer): Promise<string> {
  const tiny = await sharp(picture).resize(12, 16).blur(0.8).webp({ quality: 40 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function drawTile(theme: Theme): Promise<TileEntry> {
  const { picture, lettering } = tile(theme, 960 / TILE_BOX.width)
  const finished = await finish(picture, {}, lettering)
  await Promise.all(TILE_WIDTHS.map((width) => save(finished, `tiles/${theme.slug}-${width}`, width)))
  return { placeholder: await placeholder(finished), accent: theme.accent }
}

async function drawHero(theme: Theme): Promise<void> {
  const finished = await finish(hero(theme, 1920 / HERO_BOX.width))
  await Promise.all(HERO_WIDTHS.map((width) => save(finished, `hero/${theme.slug}-${width}`, width)))
}

async function drawStage(theme: Theme): Promise<void> {
  const pixels = 1600 / STAGE_BOX.width
  for (const name of ['back', 'middle', 'front'] as const) {
    const picture = await rasterise(layer(theme, name, pixels))
    await sharp(picture)
      .webp({ quality: 80, alphaQuality: 80, effort: 3 })
      .toFile(join(OUT, `games/${theme.slug}/${name}.webp`))
  }
}

async function drawLettering(theme: Theme): Promise<void> {
  const drawing = new Drawing(1.4)
  const picture = await rasterise(drawing.document([-320, -180, 640, 360], theme.lettering(drawing)))
  await sharp(picture)
    .trim()
    .webp({ quality: 86, effort: 4 })
    .toFile(join(OUT, `games/${theme.slug}/title.webp`))
}

async function drawMascot(theme: Theme): Promise<void> {
  if (theme.mascot === undefined) return
  const drawing = new Drawing(MASCOT_PIXELS / SYMBOL_BOX[2])
  const picture = await rasterise(drawing.document(SYMBOL_BOX, theme.mascot(drawing)))
  await sharp(picture)
    .webp({ quality: 86, alphaQuality: 92, effort: 4 })
    .toFile(join(OUT, `games/${theme.slug}/mascot.webp`))
}

/** All symbols of a game in one picture, in the order of the theme's table. */
async function drawSymbols(theme: Theme): Promise<void> {
  const names = Object.keys(theme.symbols)
  if (names.length === 0) return
  const cells = await Promise.all(
    names.map(async (name, i) => {
      const art = theme.symbols[name]
      const drawing = new Drawing((SYMBOL_PIXELS * SYMBOL_SUPERSAMPLING) / SYMBOL_BOX[2])
      const body = art === undefined ? '' : art(drawing)
      const input = await sharp(await rasterise(drawing.document(SYMBOL_BOX, body)))
        .resize(SYMBOL_PIXELS, SYMBOL_PIXELS)
        .png()
        .toBuffer()
      return { input, left: (i % SHEET_COLUMNS) * SYMBOL_PIXELS, top: Math.floor(i / SHEET_COLUMNS) * SYMBOL_PIXELS }
    }),
  )
  const rows = Math.ceil(names.length / SHEET_COLUMNS)
  const blank = {
    width: SHEET_COLUMNS * SYMBOL_PIXELS,
    height: rows * SYMBOL_PIXELS,
    channels: 4 as const,
    background: '#00000000',
  }
  const target = join(OUT, `games/${theme.slug}`)
  await sharp({ create: blank }).composite(cells).webp({ quality: 88, alphaQuality: 95, effort: 4 }).toFile(join(target, 'symbols.webp'))
  await writeFile(join(target, 'symbols.json'), `${JSON.stringify({ names })}\n`)
}

async function drawWheel(): Promise<void> {
  const parts = { bowl: [bowl, 900], rotor: [rotor, 900], ball: [ball, 64] } as const
  for (const [name, [art, size]] of Object.entries(parts)) {
    const drawing = new Drawing((size * 1.5) / 216)
    const picture = await rasterise(drawing.document([-108, -108, 216, 216], art(drawing)))
    await sharp(picture)
      .resize(size)
      .webp({ quality: 88, alphaQuality: 95 })
      .toFile(join(OUT, `games/${AURORA_ROULETTE.slug}/${name}.webp`))
  }
}

/** Hash of everything a theme's pictures are made from: the kit, the build and its own folder. */
async function fingerprint(theme: Theme): Promise<string> {
  const names = await readdir(HERE, { recursive: true })
  const sources = names
    .filter((name) => name.endsWith('.ts') && (!name.startsWith('themes') || name.includes(`themes/${theme.slug}/`)))
    .toSorted()
    .map((name) => join(HERE, name))
  const hash = createHash('sha256')
  for (const file of [...sources, join(HERE, '../games/slots/sheet.ts')]) hash.update(await readFile(file))
  return hash.digest('hex')
}

async function readJson<Value>(file: string): Promise<Partial<Record<string, Value>>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Partial<Record<string, Value>>
}

/** Keeps the themes' order, so that a redrawn one does not move others in the file. */
async function writeJson(file: string, bySlug: Partial<Record<string, unknown>>): Promise<void> {
  const ordered = Object.fromEntries(THEMES.map(({ slug }) => [slug, bySlug[slug]]))
  await writeFile(file, `${JSON.stringify(ordered, null, 2)}\n`)
}

function jobsFor(theme: Theme, entries: Partial<Record<string, TileEntry>>): (() => Promise<void>)[] {
  const jobs = [
    async () => {
      entries[theme.slug] = await drawTile(theme)
    },
    () => drawHero(theme),
    () => drawStage(theme),
    () => drawSymbols(theme),
    () => drawLettering(theme),
    () => drawMascot(theme),
  ]
  return theme === AURORA_ROULETTE ? [...jobs, drawWheel] : jobs
}

async function main(): Promise<void> {
  const started = process.hrtime.bigint()
  const [stamps, entries] = await Promise.all([readJson<string>(STAMPS), readJson<TileEntry>(MANIFEST)])
  const now = new Map(await Promise.all(THEMES.map(async (theme) => [theme, await fingerprint(theme)] as const)))
  const all = process.argv.includes('--all')
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const stale = THEMES.filter(({ slug }) => only === undefined || slug === only).filter(
    (theme) => all || only !== undefined || stamps[theme.slug] !== now.get(theme) || entries[theme.slug] === undefined,
  )
  if (stale.length === 0) {
    process.stdout.write('art: up to date\n')
    return
  }
  const folders = ['tiles', 'hero', ...stale.map((theme) => `games/${theme.slug}`)]
  await Promise.all([...folders.map((folder) => join(OUT, folder)), dirname(MANIFEST)].map((path) => mkdir(path, { recursive: true })))
  const jobs = stale.flatMap((theme) => jobsFor(theme, entries))
  const worker = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  for (const theme of stale) stamps[theme.slug] = now.get(theme)
  await writeJson(MANIFEST, entries)
  await writeJson(STAMPS, stamps)
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  process.stdout.write(`art: ${stale.map(({ slug }) => slug).join(', ')} drawn in ${seconds.toFixed(1)} s\n`)
}

await main()
