import axe from 'axe-core'

/** Accessibility findings of any impact in the element; colours need layout and are left to the browser tests. */
export async function axeFindings(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`)
}
