import { SERVER, withBrowser } from './browser.mjs'
import { hold, median } from './budgets.mjs'
import { meterGraphics } from './graphics.mjs'

const VIEWPORTS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}
/** So long a game is watched while rounds are played. */
const WATCHED_MS = 4_000
/** Frames of sixty a second, with what a timer may be off by. */
const FRAME_MS_MAX = 17.5
/** Half a frame: the rest is the browser's. */
const SCRIPT_MS_MAX = 8
/** What a mid phone's driver takes without a frame being late, with the effects of a great win. */
const DRAW_CALLS_MAX = 60
/** What a phone of little memory gives a page before it takes its graphics away; a desktop's window is larger. */
const TEXTURE_MB_MAX = { phone: 96, desktop: 128 }
const MEGABYTE = 1024 * 1024
/** Renderers that paint with the processor: their frames tell about the machine and not about the game. */
const SOFTWARE = /swiftshader|llvmpipe|software/i

/** How long the frames of every game take while it is played, and how much of each is script. */
export const checks = Object.entries(VIEWPORTS).map(([name, options]) => ({
  name: `frames_${name}`,
  run: () => withBrowser(options, (browser) => measure(name, browser)),
}))

async function measure(device, browser) {
  const games = await browser.request.post(`${SERVER}/api/games_filter`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', Origin: SERVER },
    data: { device: device === 'phone' ? 'mobile' : 'desktop', page: 1, page_size: 60, filter: {}, sort: {} },
  })
  const wanted = (process.env.CROUPIER_BENCH_GAMES ?? '').split(',').filter(Boolean)
  for (const { identifier, has_demo_mode: hasDemo } of (await games.json()).data) {
    const [provider, slug] = identifier.split('/')
    // A table that players share has no demo, and its rounds are not this browser's to play.
    if (provider !== 'northlight' || !hasDemo || (wanted.length > 0 && !wanted.includes(slug))) continue
    const page = await browser.newPage()
    await page.addInitScript(meterGraphics)
    await page.addInitScript(countFrames)
    await page.goto(`${SERVER}/play/${identifier}?mode=demo`)
    const frame = await gameFrame(page)
    const spin = frame.locator('.spin-button')
    await spin.waitFor({ state: 'attached' })
    await frame.evaluate(play, WATCHED_MS)
    const { frames, scripts, calls, renderer } = await frame.evaluate(() => globalThis.seen)
    const name = `frames_${device}_${slug}`
    report(name, frames, scripts, renderer)
    reportGraphics(name, device, calls, await frame.evaluate(() => globalThis.graphicsMeter.peakBytes))
    await page.close()
  }
}

function report(name, frames, scripts, renderer) {
  const [times, busy] = [frames, scripts].map((values) => ({ median: median(values), p95: percentile(values, 0.95) }))
  const software = SOFTWARE.test(renderer)
  console.log(
    `RESULT name=${name} frames=${frames.length} median_ms=${times.median.toFixed(1)} p95_ms=${times.p95.toFixed(1)} ` +
      `script_median_ms=${busy.median.toFixed(2)} script_p95_ms=${busy.p95.toFixed(2)} renderer=${software ? 'software' : 'gpu'}`,
  )
  hold(`${name}_script_p95_ms`, [busy.p95], { most: SCRIPT_MS_MAX })
  if (!software) hold(`${name}_p95_ms`, [times.p95], { most: FRAME_MS_MAX })
}

/** What the graphics of a title draw in a frame, and the most that their textures have weighed. */
function reportGraphics(name, device, calls, peakBytes) {
  hold(`${name}_draw_calls_p95`, [percentile(calls, 0.95)], { most: DRAW_CALLS_MAX })
  hold(`${name}_texture_mb`, [peakBytes / MEGABYTE], { most: TEXTURE_MB_MAX[device] })
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}

async function gameFrame(page) {
  const handle = await page.waitForSelector('iframe[src*="house-games"]')
  return handle.contentFrame()
}

/** Runs before the game's own scripts: notes how far apart frames are, how long their callbacks take together, and what these draw. */
function countFrames() {
  globalThis.seen = { on: false, frames: [], scripts: [], calls: [], renderer: '' }
  const ask = globalThis.requestAnimationFrame.bind(globalThis)
  let [at, spent, drawn] = [0, 0, 0]
  globalThis.requestAnimationFrame = (callback) =>
    ask((now) => {
      const before = globalThis.graphicsMeter.calls
      const started = performance.now()
      callback(now)
      const took = performance.now() - started
      if (now === at) {
        spent += took
        return
      }
      if (globalThis.seen.on && at > 0) {
        globalThis.seen.frames.push(now - at)
        globalThis.seen.scripts.push(spent)
        globalThis.seen.calls.push(before - drawn)
      }
      ;[at, spent, drawn] = [now, took, before]
    })
}

/** Presses spin again and again in the game's frame; at a wheel a chip is laid down first, and on a board numbers are picked. */
async function play(milliseconds) {
  const canvas = document.createElement('canvas').getContext('webgl')
  const told = canvas?.getExtension('WEBGL_debug_renderer_info')
  globalThis.seen.renderer = told ? canvas.getParameter(told.UNMASKED_RENDERER_WEBGL) : 'software'
  const spin = document.querySelector('.spin-button')
  document.querySelector('.field-straight')?.click()
  for (const number of [...document.querySelectorAll('.keno-number')].slice(0, 5)) number.click()
  globalThis.seen.on = true
  // A game that moves by style sheets asks for no frames itself.
  const look = () => globalThis.seen.on && requestAnimationFrame(look)
  look()
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    spin.click()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
  globalThis.seen.on = false
}
