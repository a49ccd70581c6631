import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** Games that move little, for journeys that are not about how they look. */
export const QUICK_DRAWING = { contextOptions: { reducedMotion: 'reduce' as const } }

/** The running game of a title. */
export const gameFrame = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`)

/** Opens a game at its address and waits until it can be played. */
export async function openGame(page: Page, slug: string, title: string, mode: 'demo' | 'real'): Promise<FrameLocator> {
  await page.goto(`/play/northlight/${slug}?mode=${mode}`)
  const game = gameFrame(page, title)
  await expect(game.getByRole('button', { name: 'Spin' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`${title} is loading`)).toHaveCount(0)
  return game
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Where something stands on the screen. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  expect(box, String(locator)).not.toBeNull()
  return box!
}

/** Fails unless the box is wholly within the other, but for a pixel of rounding. */
export function expectInside(inner: Box, outer: Box, what: string): void {
  expect(inner.width, `${what} has a width`).toBeGreaterThan(0)
  expect(inner.x, `${what}: left`).toBeGreaterThanOrEqual(outer.x - 1)
  expect(inner.y, `${what}: top`).toBeGreaterThanOrEqual(outer.y - 1)
  expect(inner.x + inner.width, `${what}: right`).toBeLessThanOrEqual(outer.x + outer.width + 1)
  expect(inner.y + inner.height, `${what}: bottom`).toBeLessThanOrEqual(outer.y + outer.height + 1)
}

/** Whether two boxes share more than a pixel. */
export function overlap(a: Box, b: Box): boolean {
  return a.x + a.width > b.x + 1 && b.x + b.width > a.x + 1 && a.y + a.height > b.y + 1 && b.y + b.height > a.y + 1
}

/** What a game shows in its frame, in places of the screen. */
export interface Shown {
  stage: Box
  /** The reels as they are drawn on the canvas; null at a table. */
  reels: Box | null
  fields: Box[]
  /** Buttons, figures and chips, each with its name and whether its text is cut. */
  controls: { name: string; box: Box; isCut: boolean }[]
}

/** Measures a game in one go: where the processor draws the graphics, every question to the page takes long. */
export async function measure(page: Page, title: string): Promise<Shown> {
  const frame = await boxOf(page.locator(`iframe[title="${title}"]`))
  const within = await gameFrame(page, title)
    .locator('.frame')
    .evaluate((root) => {
      const box = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      }
      const stage = root.querySelector<HTMLElement>('.stage')!
      const reels = stage.dataset.reels?.split(' ').map(Number) as [number, number, number, number] | undefined
      const { x, y } = stage.getBoundingClientRect()
      const parts = [...root.querySelectorAll('.bar button, .bar .figure:not(button) .value, .bar select, .bar .chip-choice')]
      return {
        stage: box(stage),
        reels: reels ? { x: x + reels[0], y: y + reels[1], width: reels[2], height: reels[3] } : null,
        fields: [...root.querySelectorAll('.table .field')].map(box),
        controls: parts
          .filter((part) => part.checkVisibility({ visibilityProperty: true }))
          .map((part) => ({
            name: `${part.className} ${part.getAttribute('aria-label') ?? part.textContent}`,
            box: box(part),
            isCut: [part, ...part.querySelectorAll('.value')].some((value) => value.matches('.value') && value.scrollWidth > value.clientWidth + 1),
          })),
      }
    })
  const onScreen = (box: Box): Box => ({ ...box, x: box.x + frame.x, y: box.y + frame.y })
  return {
    stage: onScreen(within.stage),
    reels: within.reels && onScreen(within.reels),
    fields: within.fields.map(onScreen),
    controls: within.controls.map((control) => ({ ...control, box: onScreen(control.box) })),
  }
}
