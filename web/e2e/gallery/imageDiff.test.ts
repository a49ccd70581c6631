// @vitest-environment node
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { compare, keep } from './imageDiff.ts'

/** A page of 640 by 960 with one light card at `left`, whose picture ends at `height`. */
function page(left: number, height = 960): Promise<Buffer> {
  const card = `<svg width="640" height="${height}"><rect width="640" height="${height}" fill="#0b1122"/><rect x="${left}" y="80" width="240" height="320" fill="#b9c6e4"/></svg>`
  return sharp(Buffer.from(card)).png().toBuffer()
}

const folder = mkdtempSync(join(tmpdir(), 'image-diff-'))
const kept = join(folder, 'kept.webp')
const marked = join(folder, 'marked.webp')

describe('the image diff of a page to its kept picture', async () => {
  await keep(await page(40), kept)

  it('is whole for the same page', async () => {
    expect(await compare(await page(40), kept, marked)).toEqual({ share: 0 })
    expect(existsSync(marked)).toBe(false)
  })

  it('overlooks a hair’s breadth', async () => {
    expect((await compare(await page(41), kept, marked)).complaint).toBeUndefined()
  })

  it('misses a card that has moved, and marks it', async () => {
    const { share, complaint } = await compare(await page(120), kept, marked)
    expect(share).toBeGreaterThan(0.05)
    expect(complaint).toContain('differ')
    expect(existsSync(marked)).toBe(true)
  })

  it('misses a page that has grown', async () => {
    expect((await compare(await page(40, 1200), kept, marked)).complaint).toContain('height 480 before, 600 now')
  })

  it('asks for a picture where none is kept', async () => {
    expect((await compare(await page(40), join(folder, 'none.webp'), marked)).complaint).toContain('no kept picture')
  })
})
