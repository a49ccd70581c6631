import { afterEach, expect, test } from 'vitest'
import { keepFocus } from './keepFocus'

const PAGE = '<div><a href="/a">One</a><a href="/b">Two</a></div><footer><a href="/b">Two</a></footer>'

afterEach(() => {
  document.body.innerHTML = ''
})

function drawn(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root">${html}</div>`
  return document.getElementById('root') as HTMLElement
}

const links = (root: HTMLElement) => [...root.querySelectorAll('a')]
/** Observers of changes are told in a turn of their own. */
const aTurn = () => Promise.resolve()

test.each([0, 1, 2])('link %i keeps the focus when the page is drawn anew', async (place) => {
  const root = drawn(PAGE)
  keepFocus(root)
  links(root)[place]?.focus()
  root.innerHTML = PAGE.replace('One', '<b>One</b>')
  await aTurn()
  expect(document.activeElement).toBe(links(root)[place])
})

test('what is no longer there, or focused elsewhere since, is left alone', async () => {
  const root = drawn(PAGE)
  keepFocus(root)
  links(root)[0]?.focus()
  root.innerHTML = '<div><a href="/b">Two</a></div>'
  await aTurn()
  expect(document.activeElement).toBe(document.body)
})

test('is over once the page has been drawn anew', async () => {
  const root = drawn(PAGE)
  keepFocus(root)
  root.innerHTML = PAGE
  await aTurn()
  links(root)[1]?.focus()
  root.innerHTML = PAGE
  await aTurn()
  expect(document.activeElement).toBe(document.body)
})
