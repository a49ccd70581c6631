import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aPlayer, answers } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

test.each([
  ['2099-01-31T12:00:00.000Z', /^Please tell us by/],
  ['2020-01-31T12:00:00.000Z', /^Deposits and withdrawals wait/],
])('questions that are due at %s are told on every page', async (due, text) => {
  answers('/api/player', aPlayer({ sow_questionnaire_expires_at: due }))
  await show('/support')
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Answer now' }).getAttribute('href')).toBe('/profile/wealth')
})
