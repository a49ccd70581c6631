import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english } from '@/i18n/english'
import { AuthAside } from './AuthAside'

const BRANDS = Object.keys(import.meta.glob('../../../../../content/brands/*.toml', { query: '?raw' })).map((path) =>
  path.split('/').at(-1)!.replace('.toml', ''),
)
const pictures = import.meta.glob<string>('../../../../../content/media/brands/*/sign-up.svg', { eager: true, query: '?raw', import: 'default' })

afterEach(() => {
  cleanup()
  delete document.documentElement.dataset.brand
})

test.each(BRANDS)('%s shows a picture of its own beside the form', (brand) => {
  document.documentElement.dataset.brand = brand
  render(<AuthAside />)
  expect(document.querySelector('aside img')?.getAttribute('src')).toBe(`/media/brands/${brand}/sign-up.svg`)
})

test('every brand has drawn its picture, and none shows that of another', () => {
  const drawn = Object.entries(pictures).map(([path, picture]) => [path.split('/').at(-2), picture] as const)
  expect(drawn.map(([brand]) => brand).sort()).toEqual(BRANDS.sort())
  expect(new Set(drawn.map(([, picture]) => picture)).size).toBe(BRANDS.length)
})

test('a brand without a picture shows none', () => {
  document.documentElement.dataset.brand = 'third'
  render(<AuthAside />)
  fireEvent.error(document.querySelector('aside img')!)
  expect(document.querySelector('aside img')).toBeNull()
})

test('who comes from the sport page is told of sport', () => {
  render(<AuthAside isSport />)
  expect(screen.getByText(english['auth.reason_sport'])).toBeTruthy()
  expect(screen.queryByText(english['auth.reason_fair'])).toBeNull()
  cleanup()
  render(<AuthAside />)
  expect(screen.queryByText(english['auth.reason_sport'])).toBeNull()
})
