/** The smallest share of its usual size that a text is set in. */
const SHARE_MIN = 0.45

/** Sets a line of text as much smaller as its element is too narrow for it. */
export function fitText(node: HTMLElement): void {
  node.style.fontSize = ''
  const { clientWidth, scrollWidth } = node
  if (scrollWidth <= clientWidth || clientWidth === 0) return
  const size = Number.parseFloat(getComputedStyle(node).fontSize)
  // Both widths are rounded: a text that is wider by less than a pixel is cut all the same.
  node.style.fontSize = `${Math.floor(size * Math.max(SHARE_MIN, (clientWidth - 1) / scrollWidth) * 10) / 10}px`
}
