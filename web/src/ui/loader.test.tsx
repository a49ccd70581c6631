import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsLoading, whileLoading } from './loader'

function work() {
  let end = () => {}
  let fail = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    end = () => resolve()
    fail = () => reject(new Error('failed'))
  })
  return { promise, end, fail }
}

test('two works at once keep the loader until the second has ended, even badly', async () => {
  const { result } = renderHook(useIsLoading)
  const [first, second] = [work(), work()]
  const waits = [whileLoading(first.promise), whileLoading(second.promise).catch(() => undefined)]
  await act(() => Promise.resolve())
  expect(result.current).toBe(true)
  await act(async () => {
    first.end()
    await waits[0]
  })
  expect(result.current).toBe(true)
  await act(async () => {
    second.fail()
    await waits[1]
  })
  expect(result.current).toBe(false)
})
