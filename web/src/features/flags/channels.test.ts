import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import { flagChannels } from './channels'

test('a change of switches is read with the settings of the project, anything else is not taken', () => {
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries')
  const [features] = flagChannels
  expect([features?.receive(client, null), features?.receive(client, { features: 'other' })]).toEqual([false, false])
  expect(asked).not.toHaveBeenCalled()
  expect(features?.receive(client, { features: 'changed' })).toBe(true)
  expect(asked).toHaveBeenCalledWith({ queryKey: projectQuery.queryKey })
})
