import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { aPlayer, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

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

test('whom a provider has made says where they live, whatever the visit says', async () => {
  answers('/api/player', aPlayer({ autoregistered: true, country: 'CA', auth_fields_missed: ['country'] }))
  answers('/api/info/player_fields', {
    contexts: { registration: ['country'] },
    fields: [{ field: 'country', type: 'select', required: true, editable: true }],
  })
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/auth_providers/update_details', async ({ request }) => {
      sent.push(await request.json())
      const complete = aPlayer({ autoregistered: true, country: 'EE', auth_fields_missed: [] })
      answers('/api/player', complete)
      return HttpResponse.json(complete)
    }),
  )
  await show('/profile/complete')
  await userEvent.click(await screen.findByRole('button', { name: /Country/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Estonia' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ user: { country: 'EE' } }]))
  expect(await screen.findByText('Your account is complete.')).toBeDefined()
})
