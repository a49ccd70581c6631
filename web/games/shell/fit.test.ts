import { expect, it } from 'vitest'
import { fitText } from './fit'

/** A line of text of such a width in an element of another. */
function line(clientWidth: number, scrollWidth: number): HTMLElement {
  const node = document.createElement('span')
  document.body.append(node)
  Object.defineProperties(node, { clientWidth: { value: clientWidth }, scrollWidth: { value: scrollWidth } })
  const parent = document.createElement('style')
  parent.textContent = 'span { font-size: 20px }'
  document.head.append(parent)
  return node
}

it.each([
  [100, 100, ''],
  // A pixel is kept free: widths are rounded, and a text that is wider by a part of one is cut.
  [100, 110, '18px'],
  [100, 1_000, '9px'],
])('sets a text in %i pixels that is %i wide in a size of %s', (width, text, size) => {
  const node = line(width, text)
  fitText(node)
  expect(node.style.fontSize).toBe(size)
})
