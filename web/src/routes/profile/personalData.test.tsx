import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withHouse } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withHouse()

const field = (name: string, type: 'text' | 'checkbox' | 'phone') => ({ field: name, type, required: false, editable: true, rules: [] })

beforeEach(() => {
  answers('/api/player', { ...A_PLAYER, receive_promos: true, receive_sms_promos: true })
  answers('/api/player/stats', [])
  answers('/api/info/player_fields', {
    contexts: { registration: [], edition: ['nickname', 'city', 'receive_promos', 'receive_sms_promos'], deposit: ['city'], cashout: [] },
    fields: [field('nickname', 'text'), field('city', 'text'), field('receive_promos', 'checkbox'), field('receive_sms_promos', 'checkbox')],
  })
})

test('offers are asked by the switches alone, so that saving the data leaves them as they are', async () => {
  answers('/api/subscriptions', { receive_promos: false, receive_sms_promos: false })
  const sent: unknown[] = []
  server.use(
    http.untyped.patch('/api/player', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(A_PLAYER)
    }),
  )
  await show('/profile')
  const nickname = await screen.findByLabelText(/Nickname/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await screen.findAllByRole('switch')).toHaveLength(2)
  await userEvent.clear(nickname)
  await userEvent.type(nickname, 'lovelace')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ player: { nickname: 'lovelace' } }]))
})

test('a field that payments do not need says that it is optional', async () => {
  await show('/profile')
  expect(await screen.findByLabelText('Nickname (optional)')).toBeDefined()
  expect(screen.getByLabelText('City')).toBeDefined()
})
