import { expect, test as base, type Page } from '@playwright/test'
import { Mirror } from '../support/mirror.ts'

const test = base.extend<{ mirror: Mirror }>({
  mirror: async ({ browserName: _ }, give) => {
    const mirror = new Mirror()
    await mirror.open()
    await give(mirror)
    await mirror.shut()
  },
})

test.use({ serviceWorkers: 'allow' })

/** Opens a page and waits until the worker stands between it and the network. */
async function openWithWorker(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test('a server that cannot be reached has a page of its own, in the language of the address, until it is back', async ({ page, mirror }) => {
  await openWithWorker(page, `${mirror.url}/et/payments`)
  await mirror.shut()
  await page.goto(`${mirror.url}/et/pokies/all`)
  await expect(page.getByRole('heading', { name: 'Praegu ei saa ühendust' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'et')
  await page.goto(`${mirror.url}/`)
  await expect(page.getByRole('heading', { name: "We can't connect right now" })).toBeVisible()
  await mirror.open()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('calls are never answered from what the worker keeps', async ({ page, mirror }) => {
  await openWithWorker(page, `${mirror.url}/payments`)
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/offline/en.html')
  expect(kept.filter((path) => !/^\/(assets|offline|house-games\/assets)\/|^\/brand\/icon\.svg$/.test(path))).toEqual([])
  await mirror.shut()
  const answer = await page.evaluate(() =>
    fetch('/api/info/project').then(
      () => 'answered',
      () => 'failed',
    ),
  )
  expect(answer).toBe('failed')
})

test('a new build is offered and changed to when the visitor says so', async ({ page, mirror }) => {
  await openWithWorker(page, `${mirror.url}/payments`)
  // One card at a time: the offer of a build waits for the answer about cookies.
  await page.getByRole('button', { name: 'Necessary only' }).click()
  mirror.changeWorker = (script) => script.replaceAll(/index-[\w-]+\.js/g, 'index-next.js')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByRole('heading', { name: 'A newer version is ready' })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A newer version is ready' })).toBeHidden()
})

test('the site can be installed under its own name', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await request.get(address ?? '')).json()) as { name: string; icons: { src: string; sizes: string }[] }
  expect(manifest.name).toBe('Borealis')
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
})
