import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ComponentType } from 'react'
import { idleQueue } from '@/platform/idle'
import { LazyWhenIdle } from './LazyWhenIdle'

vi.mock('@/platform/idle', () => ({ idleQueue: vi.fn(() => Promise.resolve()) }))

beforeEach(() => void vi.mocked(idleQueue).mockClear())

/** Something that comes when the test says so. */
function awaited() {
  let resolve: (Come: ComponentType) => void = () => undefined
  const coming = new Promise<ComponentType>((done) => (resolve = done))
  const come = () =>
    act(async () => {
      resolve(() => <p>here</p>)
      await coming
    })
  return { load: vi.fn(() => coming), come }
}

test('what comes later is drawn in a turn of its own', async () => {
  const { load, come } = awaited()
  render(<LazyWhenIdle load={load} fallback={<p>not yet</p>} />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(screen.getByText('not yet')).toBeDefined()
  await come()
  expect(await screen.findByText('here')).toBeDefined()
  expect(idleQueue).toHaveBeenCalledTimes(2)
})

test('what has left before its code came takes no further turn', async () => {
  const { load, come } = awaited()
  const { unmount } = render(<LazyWhenIdle load={load} />)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  unmount()
  await come()
  await vi.dynamicImportSettled()
  expect(idleQueue).toHaveBeenCalledOnce()
})
