import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Bonus } from '@/api/types'
import { english } from '@/i18n/english'
import { aBonus } from '@/test/gifts'
import { http } from '@/test/http'
import { A_PLAYER, answers, aWallet, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

beforeEach(() => answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z' }))

const card = async (name: string) => within(await screen.findByRole('article', { name }))
const titles = () => screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)

function waiting(id: string, title: string, place: number): Bonus {
  return aBonus({ id, title, stage: 'wait', activatable: false, place })
}

test('the player puts what waits into another order, by keyboard too, and is told of it', async () => {
  const all = [aBonus({ id: '9', title: 'Running', stage: 'handle_bets', activatable: false }), waiting('1', 'First', 1), waiting('2', 'Second', 2)]
  answers('/api/player/bonuses', all)
  const sent: string[][] = []
  server.use(
    http.untyped.patch('/api/player/bonuses/order', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] }
      sent.push(ids)
      return HttpResponse.json(ids.map((id, place) => ({ ...all.find((bonus) => bonus.id === id), place: place + 1 })))
    }),
  )
  await show('/profile/gifts')
  const second = await card('Second')
  expect(await second.findByText('Number 2 of 2 in line')).toBeDefined()
  expect(second.getByText(english['gifts.waits_behind'])).toBeDefined()
  expect((await card('First')).getByText(english['gifts.waits'])).toBeDefined()
  expect(second.getByRole('button', { name: 'Move Second back' }).hasAttribute('disabled')).toBe(true)
  second.getByRole('button', { name: 'Move Second forward' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(titles()).toEqual(['Running', 'Second', 'First']))
  expect(sent).toEqual([['2', '1']])
  const moved = await card('Second')
  expect((await moved.findByRole('status')).textContent).toBe('Second is now number 1 of 2 in line.')
  // The button that was pressed is off at the front of the line: the focus stays beside it.
  await waitFor(() => expect(document.activeElement).toBe(moved.getByRole('button', { name: 'Move Second back' })))
})

test('an order that is no longer right is told, and the list is asked for again', async () => {
  answers('/api/player/bonuses', [waiting('1', 'First', 1), waiting('2', 'Second', 2)])
  server.use(
    http.untyped.patch('/api/player/bonuses/order', () => {
      answers('/api/player/bonuses', [aBonus({ id: '1', title: 'First', stage: 'handle_bets', activatable: false }), waiting('2', 'Second', 2)])
      return HttpResponse.json({ error: { code: 'bonus_order_changed', message: 'Changed.' } }, { status: 409 })
    }),
  )
  await show('/profile/gifts')
  await userEvent.click(await screen.findByRole('button', { name: 'Move First back' }))
  expect(await screen.findByText(english['error.bonus_order_changed'])).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull(), { timeout: 5_000 })
})

test('a sticky bonus says what is paid out and what is not, before and after', async () => {
  const sticky = { sticky: true, canceled_by_cashout: true, amount_wager_requirement_cents: 3_000, activatable: false }
  answers('/api/player/bonuses', [
    aBonus({ id: '1', title: 'Running', stage: 'handle_bets', ...sticky }),
    aBonus({ id: '2', title: 'Over', stage: 'finished', ended_by: 'wagered', converted_cents: 500, deducted_cents: 2_500, ...sticky }),
  ])
  await show('/profile/gifts')
  const running = await card('Running')
  expect(await running.findByText(/The bonus itself isn't paid out/)).toBeDefined()
  expect(running.getByText(english['gifts.terms.cashout'])).toBeDefined()
  const over = await card('Over')
  expect(await over.findByText('€5.00 became real money.')).toBeDefined()
  expect(over.getByText("€25.00 went back: the bonus itself isn't paid out.")).toBeDefined()
})

test('the page of balances counts a sticky bonus as money to play with', async () => {
  answers('/api/player/accounts', [aWallet({ amount_cents: 700, bonus_amount_cents: 300, available_to_cashout_cents: 700 })])
  answers('/api/player/bonuses', [aBonus({ stage: 'handle_bets', activatable: false, sticky: true, amount_wager_requirement_cents: 3_000 })])
  await show('/bonus-balance')
  expect(
    await screen.findByText("€3.00 is bonus money. Bet €30.00 more, and what you've won beyond the bonus becomes real money. The bonus itself isn't paid out."),
  ).toBeDefined()
})
