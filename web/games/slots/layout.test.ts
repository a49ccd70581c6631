import { describe, expect, it } from 'vitest'
import { coverAround, hasSides, layOut } from './layout'

describe('layOut', () => {
  it.each([
    [390, 620, 5, 3],
    [390, 620, 6, 5],
    [1440, 770, 5, 3],
    [1440, 770, 6, 5],
    [844, 260, 6, 5],
    [320, 480, 6, 5],
  ])('keeps %i × %i with %i reels and %i rows inside the stage', (width, height, reels, rows) => {
    const { reels: box, frame, title } = layOut(width, height, reels, rows)
    expect(box.x - frame).toBeGreaterThanOrEqual(0)
    expect(box.y - frame).toBeGreaterThanOrEqual(title.y)
    expect(box.x + box.width + frame).toBeLessThanOrEqual(width)
    expect(box.y + box.height + frame).toBeLessThanOrEqual(height)
  })
})

describe('the figure beside the reels', () => {
  it('has no place on a phone', () => {
    expect(layOut(390, 620, 5, 3).mascot).toBeNull()
  })

  it('stands inside a wide stage', () => {
    const { mascot } = layOut(1440, 770, 6, 5)
    expect(mascot?.x).toBeGreaterThanOrEqual(-20)
    expect((mascot?.y ?? 0) + (mascot?.height ?? 0)).toBeLessThanOrEqual(770)
  })
})

describe('the title', () => {
  /** One line of letters is so much wider than high, two are so much. */
  const [ONE_LINE, TWO_LINES] = [3.4, 1.8]

  it.each([
    [390, 540, ONE_LINE],
    [768, 611, ONE_LINE],
    [768, 755, TWO_LINES],
    [1298, 567, TWO_LINES],
    [1780, 747, TWO_LINES],
  ])('shares the height of a stage of %i × %i with the air over it and under the reels', (width, height, titleAspect) => {
    const { reels: box, frame, title } = layOut(width, height, 5, 3, { titleAspect })
    const below = height - (box.y + box.height + frame)
    expect(below).toBeGreaterThanOrEqual(8)
    expect(title.y).toBeGreaterThanOrEqual(4)
    // Air under the reels is not given to the title alone.
    expect(below).toBeGreaterThan(title.y * 0.9)
    expect(title.height * titleAspect).toBeLessThanOrEqual(width * 0.84 + 1)
    // It reaches onto the frame at most, and never over the reels.
    expect(title.y + title.height).toBeLessThanOrEqual(box.y - frame / 4)
  })

  it('is as large as it can be where there is little room, without taking it from the reels', () => {
    const { title, cell } = layOut(1_298, 567, 5, 3, { titleAspect: TWO_LINES })
    expect([cell, title.height > 110]).toEqual([140, true])
  })
})

describe('the row of badges', () => {
  it.each([
    [390, 575, 6, 5, true, 1.45],
    [390, 575, 6, 4.48, true, 1.3],
    [390, 575, 5, 3, false, 3.4],
    [375, 400, 5, 3, true, 1.8],
    [375, 400, 6, 5, false, 1.2],
    [320, 330, 6, 5, true, 1.2],
  ])('lies between the title and what is under it on a stage of %i × %i with %i reels and %d rows', (width, height, reels, rows, board, titleAspect) => {
    const { badges, board: strip, frame, reels: box, title } = layOut(width, height, reels, rows, { board, titleAspect })
    expect(title.y).toBeGreaterThanOrEqual(4)
    expect(badges!.y).toBeGreaterThanOrEqual(title.y + title.height)
    expect(badges!.y + badges!.height).toBeLessThanOrEqual(strip?.y ?? box.y - frame)
    expect([badges!.x, badges!.width, badges!.height >= 36]).toEqual([0, width, true])
    expect(box.y + box.height + frame).toBeLessThanOrEqual(height - 8)
  })

  it('is kept neither beside a title nor where there is none', () => {
    expect([layOut(1_440, 770, 5, 3).badges, layOut(670, 360, 5, 3).badges]).toEqual([null, null])
  })
})

describe('the chambers of a jackpot', () => {
  it('stand beside the reels, on the stage', () => {
    const { chambers, reels: box, frame, title } = layOut(1_298, 567, 5, 3, { chambers: true, titleAspect: 3.4 })
    expect(chambers!.x).toBeGreaterThan(box.x + box.width + frame)
    expect(chambers!.x + chambers!.width).toBeLessThanOrEqual(1_298)
    expect(chambers!.width).toBeGreaterThan(140)
    expect(title.height).toBeGreaterThan(90)
  })

  it('find room beside reels that would take it all', () => {
    const { chambers } = layOut(1_000, 700, 5, 3, { chambers: true })
    expect(chambers!.width).toBeGreaterThanOrEqual(140)
    expect(chambers!.x + chambers!.width).toBeLessThanOrEqual(1_000)
  })

  it('stand there in wide windows only', () => {
    const sides = (innerWidth: number, innerHeight: number) => hasSides({ innerWidth, innerHeight })
    expect([sides(1_298, 713), sides(1_224, 581), sides(844, 390), sides(768, 1_000), sides(1_024, 1_300)]).toEqual([true, true, false, false, false])
  })
})

describe('a background with something that has to be seen', () => {
  const picture = { width: 1_600, height: 1_000 }
  const point = { x: 0.7, y: 0.3 }

  it.each([
    [768, 611, 149],
    [390, 540, 221],
  ])('shows it over reels that begin at %i × %i at %i', (width, height, frameTop) => {
    const { scale, x, y } = coverAround(picture, { width, height }, point, frameTop)
    const seen = { x: x + point.x * picture.width * scale, y: y + point.y * picture.height * scale }
    expect(seen.y).toBeLessThan(frameTop - 12)
    expect(seen.x).toBeGreaterThan(width * 0.7)
    expect(seen.x).toBeLessThan(width)
    // Nowhere is the stage bare.
    expect([x <= 0, y <= 0, x + picture.width * scale >= width, y + picture.height * scale >= height]).toEqual([true, true, true, true])
  })
})
