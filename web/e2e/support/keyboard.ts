import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of the server has before its footer. */
const STOPS_MAX = 80

/** Which way the Tab key goes. */
type Way = 'Tab' | 'Shift+Tab'

/** Goes from stop to stop with the Tab key until `target` has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, way: Way = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(way)
  }
  expect(await hasFocus(target), `${String(target)} is reached by the Tab key`).toBe(true)
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement)
}

/** Goes to `target` and presses it. */
export async function pressOn(page: Page, target: Locator, way: Way = 'Tab'): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
