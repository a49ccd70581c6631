import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, type Cookie, type Page } from '@playwright/test'
import { ADDRESSES_WITH_HISTORY, BY_THE_CLOCK, GUEST_ADDRESSES, PLAYER_ADDRESSES, SCREENS, type Screen } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpQuietly } from '../support/player.ts'
import { SITE_URL } from '../support/servers.ts'
import { GALLERY } from './report.ts'
import { compare, keep } from './imageDiff.ts'
import { becomePlayerWithHistory } from './playerWithHistory.ts'

const BASELINES = join(import.meta.dirname, 'baselines')
/** Whether the pictures of this run are to be kept as the new truth. */
const KEEPS = process.env.CROUPIER_GALLERY === 'keep'
/** Whether this run draws every screen of every brand, or only those that are guarded. */
const WHOLE = process.env.CROUPIER_GALLERY === 'whole'
/** Whether this run draws no more than is drawn for every change. */
const IS_EVERYDAY = process.env.CROUPIER_GALLERY === 'everyday'

/** Brands by the first part of their host; the server itself answers under its plain host. */
const BRANDS = { borealis: '', marina: 'marina.' } as const
type Brand = keyof typeof BRANDS

/** What is compared and read with axe for every change: pages by turns in one brand on a phone and in the other on a desktop. */
const EVERYDAY: [Brand, Screen][] = [
  ['borealis', 'phone'],
  ['marina', 'desktop'],
]
/** What has a picture that it has to look like. */
const GUARDED: [Brand, Screen][] = [...EVERYDAY, ['borealis', 'desktop']]

/** Long lists are drawn to this many screens. */
const SCREENS_MAX = 4

for (const brand of Object.keys(BRANDS) as Brand[]) {
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    const isAmong = (list: [Brand, Screen][]) => list.some(([b, s]) => b === brand && s === screen)
    const guarded = isAmong(GUARDED)
    if (!WHOLE && !isAmong(IS_EVERYDAY ? EVERYDAY : GUARDED)) continue
    test.describe(`${brand} on a ${screen}`, () => {
      test.use({ viewport: SCREENS[screen], baseURL: SITE_URL.replace('://', `://${BRANDS[brand]}`), reducedMotion: 'reduce' })

      test.beforeEach(async ({ context }) => {
        await context.addInitScript(() => {
          // Everybody's first visit is drawn without the bar that lies over it.
          document.cookie = 'cookies_accepted=1; path=/'
        })
      })

      for (const address of drawn(GUEST_ADDRESSES, brand, screen)) {
        test(`a guest at ${address}`, ({ page }) => draw(page, { brand, screen, who: 'guest', address, guarded }))
      }
      drawPlayer(brand, screen, guarded)
      if (WHOLE) drawPlayerWithHistory(brand, screen)
    })
  }
}

/** Those of `addresses` that this run draws in `brand` on a `screen`. */
function drawn(addresses: readonly string[], brand: Brand, screen: Screen): readonly string[] {
  const turn = EVERYDAY.findIndex(([b, s]) => b === brand && s === screen)
  return IS_EVERYDAY ? addresses.filter((_, at) => at % EVERYDAY.length === turn) : addresses
}

/** Pictures of what a player sees who has just signed up; one player for all of them. */
function drawPlayer(brand: Brand, screen: Screen, guarded: boolean): void {
  test.describe('player', () => {
    let session: Cookie[] = []

    test.beforeAll(async ({ browser, baseURL }) => {
      const context = await browser.newContext({ viewport: SCREENS.desktop, baseURL })
      await signUpQuietly(await context.newPage())
      session = await context.cookies()
      await context.close()
    })

    for (const address of drawn(PLAYER_ADDRESSES, brand, screen)) {
      test(`a player at ${address}`, async ({ page, context }) => {
        await context.addCookies(session)
        await draw(page, { brand, screen, who: 'player', address, guarded })
      })
    }
  })
}

/** Pictures of what chance has a part in; they are looked at, not compared. */
function drawPlayerWithHistory(brand: Brand, screen: Screen): void {
  test.describe('with-history', () => {
    let session: Cookie[] = []

    test.beforeAll(async ({ browser }) => {
      const context = await browser.newContext({ viewport: SCREENS.desktop })
      await becomePlayerWithHistory(await context.newPage())
      session = await context.cookies()
      await context.close()
    })

    for (const address of ADDRESSES_WITH_HISTORY) {
      test(`a player with history at ${address}`, async ({ page, context }) => {
        await context.addCookies(session)
        await draw(page, { brand, screen, who: 'with-history', address, guarded: false })
      })
    }
  })
}

interface Picture {
  brand: Brand
  screen: Screen
  who: 'guest' | 'player' | 'with-history'
  address: string
  /** Whether a picture of it is kept, which it has to look like. */
  guarded: boolean
}

async function draw(page: Page, { brand, screen, who, address, guarded }: Picture): Promise<void> {
  await page.goto(address)
  await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
  await settle(page)
  const { width, height } = SCREENS[screen]
  // Under a modal the page is as it is without.
  const open = await page.getByRole('dialog').count()
  const tall = open > 0 ? height : await page.evaluate(() => document.documentElement.scrollHeight)
  const screenshot = await page.screenshot({
    fullPage: open === 0,
    clip: { x: 0, y: 0, width, height: Math.min(tall, height * SCREENS_MAX) },
    animations: 'disabled',
    // What differs from visit to visit: partners' and games' frames, names and times.
    mask: [page.locator('iframe, time, [data-varies]')],
    maskColor: '#888888',
  })
  const name = `${who}${address === '/' ? '/lobby' : address}`.replaceAll(/[/?=]/g, '_')
  const picture = join(GALLERY, brand, screen, `${name}.png`)
  await mkdir(dirname(picture), { recursive: true })
  await writeFile(picture, screenshot)
  if (!guarded) return
  const kept = join(BASELINES, brand, screen, `${name}.webp`)
  const isCompared = !BY_THE_CLOCK.includes(address)
  if (KEEPS && isCompared) await keep(screenshot, kept)
  await expectAccessible(page)
  if (KEEPS || !isCompared) return
  const { complaint } = await compare(screenshot, kept, join(GALLERY, 'marked', brand, screen, `${name}.webp`))
  expect(complaint, `${name}: see target/gallery/marked; once it is meant: cargo xtask gallery --keep`).toBeUndefined()
}

/** Nothing that is drawn in steps rests this long between two of them. */
const QUIET_MS = 300

/** Walks down the page once, so that what loads late is there, and waits until all pictures are. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    // What is out of sight is drawn as well.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.waitForLoadState('networkidle')
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / window.innerHeight))
  for (let at = 1; at < Math.min(screens, SCREENS_MAX); at += 1) {
    await page.evaluate((pages) => window.scrollTo({ top: pages * window.innerHeight, behavior: 'instant' }), at)
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-busy=true]')].every((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        return bottom < 0 || top > window.innerHeight
      }),
    )
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.evaluate(async (screens) => {
    const seen = [...document.images].filter((image) => {
      const { left, right, top } = image.getBoundingClientRect()
      return right > 0 && left < window.innerWidth && top < screens * window.innerHeight
    })
    for (const image of seen) image.loading = 'eager'
    await Promise.allSettled([document.fonts.ready, ...seen.map((image) => image.decode())])
  }, SCREENS_MAX)
  await page.evaluate(quiet, QUIET_MS)
}

/** In the page: resolves once nothing has come or gone for `ms`. Much is drawn in steps, which tell nobody that they are through. */
async function quiet(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const through = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(through, ms)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(through, ms)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
