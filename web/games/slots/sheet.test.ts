// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SHEET_COLUMNS, SYMBOL_PIXELS } from './sheet'

const GAMES = fileURLToPath(new URL('../../public/art/games/', import.meta.url))
const SHEETS = readdirSync(GAMES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('symbols.json'))

/** Shadows and light may fade out at the edge of a cell; a symbol that is cut off there is seen. */
const FAINT = 128

it('there are sheets of symbols', () => expect(SHEETS.length).toBeGreaterThan(0))

it.each(SHEETS)('no symbol of %s is cut off by the edge of its cell', async (file) => {
  const { names } = JSON.parse(readFileSync(`${GAMES}${file}`, 'utf8')) as { names: string[] }
  const { data, info } = await sharp(`${GAMES}${file.replace('.json', '.webp')}`)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const last = SYMBOL_PIXELS - 1
  const cut = names.filter((_, index) => {
    const [left, top] = [(index % SHEET_COLUMNS) * SYMBOL_PIXELS, Math.floor(index / SHEET_COLUMNS) * SYMBOL_PIXELS]
    const alpha = (x: number, y: number): number => data[(top + y) * info.width + left + x] ?? 0
    return Array.from({ length: SYMBOL_PIXELS }, (_, at) => Math.max(alpha(at, 0), alpha(at, last), alpha(0, at), alpha(last, at))).some((edge) => edge > FAINT)
  })
  expect(cut).toEqual([])
})
