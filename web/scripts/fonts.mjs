/**
 * Cuts the Latin faces down to what the site sets: its weights, its characters and the features it uses. What is
 * beyond Latin-1 comes with the extended faces, which a browser loads when a page needs them.
 *
 *   npm run fonts
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import subset from 'subset-font'

const FONTS = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const OUT = new URL('../src/styles/fonts/', import.meta.url)

/** Printable Latin-1 and the punctuation of the site's languages; `unicode-range` in `app.css` says the same. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2009, 0x200a],
  [0x2010, 0x2014],
  [0x2018, 0x201e],
]
const SINGLE = 'ıŒœ•…\u202f‹›⁄€™−×'
const TEXT = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))).join('') + SINGLE

/** Kerning, ligatures, marks, and figures of one width for amounts. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

const FACES = [
  { name: 'inter', weights: { min: 400, max: 700 } },
  { name: 'sora', weights: { min: 400, max: 700 } },
]

await mkdir(OUT, { recursive: true })
for (const { name, weights } of FACES) {
  const whole = await readFile(new URL(`${name}/files/${name}-latin-wght-normal.woff2`, FONTS))
  const cut = await subset(whole, TEXT, { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures: FEATURES })
  await writeFile(new URL(`${name}-latin.woff2`, OUT), cut)
  await copyFile(new URL(`${name}/LICENSE`, FONTS), new URL(`${name}-LICENSE`, OUT))
  console.log(`${name}: ${whole.length} → ${cut.length} bytes`)
}
