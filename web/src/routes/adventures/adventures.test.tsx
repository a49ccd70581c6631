import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCalendar, adventureDay, fiveDays } from '@/test/adventures'
import { http } from '@/test/http'
import { answers, aPlayer, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => answers('/api/fe/config/vip-adventures', aCalendar()))

const cards = async () => (await screen.findAllByRole('listitem')).filter((item) => item.dataset.state !== undefined)

test('five days have five looks, and only today leads to the cashbox', async () => {
  answers('/api/player', aPlayer())
  await show('/vip-adventures')
  expect(await screen.findByRole('heading', { level: 1, name: 'The Trail' })).toBeDefined()
  const shown = await cards()
  expect(shown.map((card) => card.dataset.state)).toEqual(['lost', 'completed', 'active', 'future', 'superb'])
  expect(new Set(shown.map((card) => card.className)).size).toBe(5)
  expect(shown.map((card) => card.getAttribute('aria-current'))).toEqual([null, null, 'date', null, null])
  const today = shown[2] as HTMLElement
  expect(within(today).getByRole('link', { name: 'Deposit' }).getAttribute('href')).toContain('deposit')
  expect(within(today).getByRole('heading', { name: 'Wed Mar 4' })).toBeDefined()
  expect(screen.getByText('1 of 4 days completed')).toBeDefined()
  expect(screen.getByRole('timer')).toBeDefined()
})

test('a guest is asked to sign up', async () => {
  await show('/vip-adventures')
  const today = (await cards())[2] as HTMLElement
  expect(within(today).getByRole('link', { name: 'Sign up' }).getAttribute('href')).toContain('sign-up')
  expect(screen.queryByText('1 of 4 days completed')).toBeNull()
})

test('the gift of a completed day is activated from its card', async () => {
  const gift = { type: 'freespins', id: '9', stage: 'issued', activatable: true, activatable_until: '2100-01-01T00:00:00.000Z', title: '10 free spins' }
  const days = [adventureDay({ state: 'completed', isCompleted: true, gift })]
  answers('/api/player', aPlayer())
  answers('/api/fe/config/vip-adventures', aCalendar(days))
  let activated = 0
  server.use(
    http.untyped.post('/api/player/freespins/9/activation', () => {
      activated += 1
      answers(
        '/api/fe/config/vip-adventures',
        aCalendar([adventureDay({ state: 'completed', isCompleted: true, gift: { ...gift, stage: 'activated', activatable: false } })]),
      )
      return HttpResponse.json({ id: '9', stage: 'activated', title: '10 free spins', group_key: 'adventure', games: [] })
    }),
  )
  await show('/vip-adventures')
  await userEvent.click(await screen.findByRole('button', { name: 'Activate 10 free spins' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Activate 10 free spins' })).toBeNull())
  expect(activated).toBe(1)
})

test('a finished calendar says so, and without one the page leads on', async () => {
  const calendar = aCalendar(fiveDays())
  if (calendar.campaign) calendar.campaign.isFinished = true
  answers('/api/fe/config/vip-adventures', calendar)
  await show('/vip-adventures')
  expect(await screen.findByText('You reached the last day.')).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
  cleanup()
  answers('/api/fe/config/vip-adventures', { campaign: null, days: [] })
  await show('/vip-adventures')
  expect(await screen.findByRole('heading', { name: 'No adventure right now' })).toBeDefined()
})
