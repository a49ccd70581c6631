import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withHouse } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withHouse()

const MADE = { autoregistered: true, autologin_link: 'https://casino.example/autologin?token=next' }

test('who was made without a form chooses a password without an old one', async () => {
  answers('/api/player', aPlayer({ ...MADE, auth_fields_missed: ['password'] }))
  const sent: unknown[] = []
  server.use(
    http.untyped.put('/api/users/password', async ({ request }) => {
      sent.push(await request.json())
      answers('/api/player', aPlayer({ autoregistered: true, auth_fields_missed: [] }))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await show('/profile/complete')
  expect(await screen.findByRole('button', { name: 'Copy the link' })).toBeDefined()
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
  await userEvent.type(screen.getByLabelText(/^New password/), 'quiet-Harbour-71')
  await userEvent.type(screen.getByLabelText(/^Repeat/), 'quiet-Harbour-71')
  await userEvent.click(screen.getByRole('button', { name: 'Choose the password' }))
  await waitFor(() => expect(sent).toEqual([{ user: { password: 'quiet-Harbour-71', password_confirmation: 'quiet-Harbour-71' } }]))
  expect(await screen.findByText('Your account is complete.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
})

test('every page leads to what is missing', async () => {
  answers('/api/player', aPlayer({ ...MADE, auth_fields_missed: ['password'] }))
  await show('/support')
  expect((await screen.findByRole('link', { name: 'Complete it now' })).getAttribute('href')).toBe('/profile/complete')
})
