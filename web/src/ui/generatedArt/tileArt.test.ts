import { expect, test } from 'vitest'
import { tileArt } from './tileArt'

const svgOf = (address: string) => decodeURIComponent(address.slice('data:image/svg+xml,'.length))

test('a game always has the same art, and no two games have', () => {
  const names = Array.from({ length: 2_000 }, (_, place) => `studio/game-${place}`)
  const drawn = names.map((name) => tileArt(name, 'Nameless'))
  expect(new Set(drawn).size).toBe(names.length)
  expect(tileArt('studio/game-7', 'Nameless')).toBe(drawn[7])
})

test('the art is a sound picture whatever the title', () => {
  for (const title of ['', '<script>', '"&\'', '🎰 الحظ', 'Dragon', 'King of the Sea', 'Pagoda']) {
    const parsed = new DOMParser().parseFromString(svgOf(tileArt(`studio/${title}`, title)), 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    expect(svgOf(tileArt(`studio/${title}`, title))).not.toMatch(/NaN|undefined/)
  }
})
