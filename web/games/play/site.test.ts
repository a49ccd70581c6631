import { expect, it, vi } from 'vitest'
import { Site } from './site'

/** A promise that ends when it is told to. */
function moment() {
  let end = (): void => undefined
  const shown = new Promise<void>((resolve) => (end = resolve))
  return { shown, end: () => end() }
}

it('lets no turn begin before everything is shown, what has come meanwhile too', async () => {
  const site = new Site()
  const [first, second] = [moment(), moment()]
  const begun = vi.fn()
  site.holdFor(first.shown)
  void site.unpaused().then(begun)
  site.holdFor(second.shown)
  first.end()
  await new Promise((resolve) => setTimeout(resolve))
  expect(begun).not.toHaveBeenCalled()
  second.end()
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce())
})

it('goes on when something could not be shown', async () => {
  const site = new Site()
  site.holdFor(Promise.reject(new Error('no picture')))
  await expect(site.unpaused()).resolves.toBeUndefined()
})
