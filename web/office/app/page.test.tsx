import { lazyRouteComponent } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from './page'

test('the router can load a page before it draws it', async () => {
  const load = vi.fn(() => Promise.resolve({ Page: () => null }))
  const { options } = page('/somewhere', { permission: 'players.read', component: lazyRouteComponent(load, 'Page') })
  expect(load).not.toHaveBeenCalled()
  await options.component?.preload?.()
  expect(load).toHaveBeenCalledTimes(1)
  await options.component?.preload?.()
  expect(load).toHaveBeenCalledTimes(1)
})
