/**
 * Draws the icon in the sizes that devices ask for, from `public/brand/icon.svg`.
 *
 *   npm run icons
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const BRAND = new URL('../public/brand/', import.meta.url)

const icon = await readFile(new URL('icon.svg', BRAND), 'utf8')
/** Devices cut a mask out of it: the ground reaches every edge, and the mark keeps to the four fifths in the middle. */
const maskable = icon
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<rect width="32" height="32" rx="9"', '<rect x="-4" y="-4" width="40" height="40"')

/** Apple rounds the corners itself and puts black behind what is transparent, so it gets the square too. */
const SIZES = [
  ['icon-192.png', icon, 192],
  ['icon-512.png', icon, 512],
  ['icon-maskable-512.png', maskable, 512],
  ['icon-180.png', maskable, 180],
]

for (const [name, svg, size] of SIZES) {
  const { size: bytes } = await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: false })
    .toFile(new URL(name, BRAND).pathname)
  console.log(`${name}: ${bytes} bytes`)
}
