import { expect, test, type Page } from '@playwright/test'

const LANGUAGES = ['en', 'de', 'en-AU', 'en-CA', 'fr-CA', 'en-NZ', 'no', 'it', 'et']

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

/** What the elements of `selector` say, and what pictures are made of: in `html` as the server has sent it, else as the page shows it now. */
const shown = (page: Page, selector: string, html?: string) =>
  page.evaluate(
    ([selector, html]) => {
      const root = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html')
      const attributes = (element: Element) =>
        element
          .getAttributeNames()
          .sort()
          .map((name) => `${name}=${element.getAttribute(name) ?? ''}`)
      return [...root.querySelectorAll(`#root ${selector}`)].map((element) =>
        element.matches('picture, picture *') ? [element.localName, ...attributes(element)] : [element.localName, element.textContent],
      )
    },
    [selector, html] as const,
  )

const painted = async (page: Page, path: string, selector: string) => shown(page, selector, await (await page.request.get(path)).text())

/** What the site draws at `path` once `sign` of its own drawing is seen. */
async function drawn(page: Page, path: string, selector: string, sign: string) {
  await page.goto(path)
  await expect(page.locator(sign).first()).toBeVisible()
  return shown(page, selector)
}

for (const language of LANGUAGES) {
  test(`amounts in banners are the same before and after the scripts have run: ${language}`, async ({ page }) => {
    const path = `/${language}/promotions`
    const words = 'main article :is(h2, p)'
    const seen = await painted(page, path, words)
    expect(JSON.stringify(seen)).toMatch(/15[.,]00/)
    // The games below come with the scripts.
    const later = await drawn(page, path, words, 'main a[href*="/play/northlight/"]')
    // Games follow below.
    expect(later.slice(0, seen.length)).toEqual(seen)
  })
}

for (const path of ['/news', '/news/check-any-round']) {
  test(`${path} is drawn with the pictures that it was painted with, and a phone loads small ones`, async ({ page }) => {
    const pictures = 'main article :is(picture, picture *)'
    const seen = await painted(page, path, pictures)
    expect(seen).not.toEqual([])
    const loaded = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/art/hero/')) loaded.add(new URL(request.url()).pathname)
    })
    // Days are written by the browser alone.
    const later = await drawn(page, path, pictures, 'main time:has-text("2026")')
    expect(later.slice(0, seen.length)).toEqual(seen)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => [...loaded]).toContain('/art/hero/glasshouse-768.avif')
    expect([...loaded].filter((file) => !file.endsWith('-768.avif'))).toEqual([])
  })
}
