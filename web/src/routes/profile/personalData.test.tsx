import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

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

const level = (number: number, min: number, max: number) => ({
  id: `level_${number}`,
  name: `Level ${number}`,
  status: true,
  writable: false,
  image: null,
  content: null,
  gift_descriptions: [],
  conditions: { persistent_comp_points: { min, max } },
})

test('the balance and the level stand first, each with a way to the whole', async () => {
  answers('/api/player/comp_points', { chargeable: { points: 10 }, persistent: { points: 300 }, rates: [] })
  answers('/api/info/statuses', [level(1, 0, 100), level(2, 101, 500), level(3, 501, 9_007_199_254_740_991)])
  await show('/profile')
  const wallet = within(await screen.findByRole('region', { name: 'Wallet in use' }))
  expect(await wallet.findByText('€12.50')).toBeDefined()
  expect(wallet.getByRole('link', { name: 'Manage wallets' }).getAttribute('href')).toBe('/profile/wallets')
  const own = within(await screen.findByRole('region', { name: 'Your level' }))
  expect(own.getByText('Level 2')).toBeDefined()
  expect(own.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('49')
  expect(own.getByRole('link', { name: 'All levels' }).getAttribute('href')).toBe('/profile/level')
})

test.each([
  ['a VIP', 259, true],
  ['a regular player', 1117, false],
])('whether %s has a manager shows in the profile', async (_who, group, hasOne) => {
  answers('/api/player', { ...A_PLAYER, statuses: [{ id: `group_${group}` }] })
  const asked: unknown[] = []
  server.use(
    http.post('/api/fe/config/managers', async ({ request }) => {
      const { userGroups } = await request.json()
      asked.push(userGroups)
      return HttpResponse.json(
        userGroups.includes(259) ? { managerName: 'Astrid', avatar: '/a.svg', time: 'Mon-Fri', telegramLink: '', email: 'a@example.com' } : null,
      )
    }),
  )
  const { queryClient: client } = await show('/profile')
  await screen.findByRole('region', { name: 'Personal data' })
  await waitFor(() => expect(asked).toEqual([[group]]))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryAllByText('Astrid')).toHaveLength(hasOne ? 1 : 0)
})
