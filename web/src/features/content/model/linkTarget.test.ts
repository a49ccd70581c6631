import { expect, test } from 'vitest'
import { pageOf } from './linkTarget'

test.each([
  ['<a href="/about">', '/about'],
  ['<a href="/pokies/all?providers=northlight#top">', '/pokies/all?providers=northlight#top'],
  ['<a href="/" target="_self">', '/'],
  ['<a href="/about" target="_blank">', undefined],
  ['<a href="/terms" download>', undefined],
  ['<a href="//cdn.example/a">', undefined],
  ['<a href="/\\\\evil.example">', undefined],
  ['<a href="https://casino.example/about">', undefined],
  ['<a href="mailto:help@casino.example">', undefined],
  ['<a href="#top">', undefined],
  ['<a href="/media/terms.pdf">', undefined],
  ['<a href="/media/terms.pdf?download">', undefined],
  ['<a href="/robots.txt">', undefined],
  ['<a>', undefined],
])('%s leads to the page %s', (html, page) => {
  const holder = document.createElement('div')
  holder.innerHTML = `${html}words</a>`
  expect(pageOf(holder.querySelector('a')!)).toBe(page)
})
