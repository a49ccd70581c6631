import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { playerQuery } from '@/api/session/player'
import { english } from '@/i18n/english'
import { anOffer } from '@/test/gifts'
import { http } from '@/test/http'
import { aMethod, A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

const RELOAD = anOffer({ id: 'RELOAD50', code: 'RELOAD50', title: 'Reload bonus', percent: 50, freespins: null })

beforeEach(() => {
  sessionStorage.clear()
  chosen(null)
  answers('/api/player/stats', [])
  answers('/api/player/payment_methods', [aMethod()])
})

/** The player, with a code set or none. */
function chosen(code: string | null, canIssue = true): void {
  answers('/api/player', { ...A_PLAYER, created_at: '2026-01-01T00:00:00.000Z', deposit_bonus_code: code, can_issue_bonuses: canIssue })
}

/** Notes the calls that change something about bonuses, and does what they say. */
function takesCalls(refused?: { code: string }) {
  const calls: string[] = []
  server.use(
    http.untyped.patch('/api/player/update_bonus_settings', async ({ request }) => {
      const { can_issue } = (await request.json()) as { can_issue: boolean }
      calls.push(`settings ${can_issue}`)
      chosen(null, can_issue)
      return new HttpResponse(null, { status: 204 })
    }),
    http.untyped.patch('/api/player/set_bonus_code', async ({ request }) => {
      const { deposit_bonus_code: code } = (await request.json()) as { deposit_bonus_code: string }
      calls.push(`code ${code}`)
      if (refused?.code === code)
        return HttpResponse.json({ errors: { deposit_bonus_code: [{ code: 'bonus_code_unknown', message: 'There is no such bonus.' }] } }, { status: 422 })
      chosen(code)
      return new HttpResponse(null, { status: 204 })
    }),
    http.untyped.delete('/api/player/clear_bonus_code', () => {
      calls.push('clear')
      chosen(null)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return calls
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a bonus is chosen before the deposit, which tells what the amount would bring', async () => {
  answers('/api/bonuses/deposit', [anOffer(), RELOAD])
  const calls = takesCalls()
  await show('/deposit-bonus')
  const picker = await dialog('Deposit bonus')
  expect(await picker.findByText(/100% of your deposit, up to €200.00, with 20 free spins/)).toBeDefined()
  expect(picker.getAllByText('Deposit €20.00 or more')).toHaveLength(2)
  expect(picker.getAllByText('Wager the bonus 30× within 7 days')).toHaveLength(2)
  await userEvent.click(picker.getByRole('radio', { name: /Welcome bonus/ }))
  await userEvent.click(picker.getByRole('button', { name: 'Continue to deposit' }))
  const cashier = await dialog('Cashier')
  const bonus = within(await cashier.findByRole('region', { name: 'Bonus with this deposit' }))
  expect(await bonus.findByText('Welcome bonus')).toBeDefined()
  expect(calls).toEqual(['code WELCOME'])
  const amount = cashier.getByRole('textbox', { name: /Amount/ })
  fireEvent.change(amount, { target: { value: '15' } })
  expect(await bonus.findByText('Deposit €5.00 more to get this bonus.')).toBeDefined()
  fireEvent.change(amount, { target: { value: '50' } })
  expect(await bonus.findByText('You get €50.00 bonus money on top. Bet €1,500.00 in total to turn it into real money.')).toBeDefined()
  fireEvent.change(amount, { target: { value: '500' } })
  expect(await bonus.findByText(/You get €200.00 bonus money.*That's the most this bonus gives\./)).toBeDefined()
})

test('a code that is set elsewhere is chosen in the open list, until the player has picked something', async () => {
  answers('/api/bonuses/deposit', [anOffer()])
  const { queryClient } = await show('/deposit-bonus')
  const picker = await dialog('Deposit bonus')
  const welcome = await picker.findByRole<HTMLInputElement>('radio', { name: /Welcome bonus/ })
  const set = (deposit_bonus_code: string | null) => queryClient.setQueryData(playerQuery.queryKey, (player) => player && { ...player, deposit_bonus_code })
  set('WELCOME')
  await waitFor(() => expect(welcome.checked).toBe(true))
  await userEvent.click(welcome)
  const none = picker.getByRole<HTMLInputElement>('radio', { name: /No bonus/ })
  await userEvent.click(none)
  set('OTHER')
  await picker.findByText('Your code OTHER is set for this deposit.')
  expect(none.checked).toBe(true)
})

test('a deposit without a bonus clears the code', async () => {
  chosen('WELCOME')
  answers('/api/bonuses/deposit', [anOffer()])
  const calls = takesCalls()
  await show('/deposit-bonus')
  const picker = await dialog('Deposit bonus')
  expect((await picker.findByRole<HTMLInputElement>('radio', { name: /Welcome bonus/ })).checked).toBe(true)
  await userEvent.click(picker.getByRole('radio', { name: /No bonus/ }))
  await userEvent.click(picker.getByRole('button', { name: 'Continue to deposit' }))
  const bonus = within(await (await dialog('Cashier')).findByRole('region', { name: 'Bonus with this deposit' }))
  expect(await bonus.findByText('1 bonus to choose from')).toBeDefined()
  expect(calls).toEqual(['clear'])
})

test('a code of its own is set, and one that is refused says so at the field', async () => {
  const calls = takesCalls({ code: 'WRONG' })
  await show('/deposit-bonus')
  const picker = await dialog('Deposit bonus')
  const field = await picker.findByRole('textbox', { name: /Deposit code/ })
  await userEvent.type(field, 'WRONG')
  await userEvent.click(picker.getByRole('button', { name: 'Use code' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.clear(field)
  await userEvent.type(field, 'SECRET')
  await userEvent.click(picker.getByRole('button', { name: 'Use code' }))
  expect(await (await dialog('Cashier')).findByText('Your code SECRET is set for this deposit.')).toBeDefined()
  expect(calls).toEqual(['code WRONG', 'code SECRET'])
})

test('an offer that is not made in the currency of the wallet is not shown', async () => {
  answers('/api/bonuses/deposit', [anOffer({ currencies: [{ ...anOffer().currencies[0]!, currency: 'NOK' }] })])
  await show('/deposit-bonus')
  expect(await (await dialog('Deposit bonus')).findByText(english['offers.empty_title'])).toBeDefined()
})

test('who has switched bonuses off can switch them on', async () => {
  chosen(null, false)
  answers('/api/bonuses/deposit', [])
  const calls = takesCalls()
  await show('/deposit-bonus')
  const picker = await dialog('Deposit bonus')
  answers('/api/bonuses/deposit', [anOffer()])
  await userEvent.click(await picker.findByRole('button', { name: 'Switch bonuses on' }))
  expect(await picker.findByRole('radio', { name: /Welcome bonus/ })).toBeDefined()
  expect(calls).toEqual(['settings true'])
})

test('a deposit code of the address is set before the deposit opens, once', async () => {
  sessionStorage.setItem('deposit_promocode', 'WELCOME')
  sessionStorage.setItem('gift_promocode', 'G1')
  const calls = takesCalls()
  await show('/')
  expect(await dialog('Cashier')).toBeDefined()
  expect(calls).toEqual(['settings true', 'code WELCOME'])
  expect(sessionStorage.getItem('deposit_promocode_shown')).toBe('WELCOME')
  expect(sessionStorage.getItem('gift_promocode')).toBe('G1')
})

test('an invalid code of the address is cleared, and the deposit opens all the same', async () => {
  sessionStorage.setItem('deposit_promocode', 'WRONG')
  const calls = takesCalls({ code: 'WRONG' })
  await show('/')
  expect(await dialog('Cashier')).toBeDefined()
  expect(calls).toEqual(['settings true', 'code WRONG', 'clear'])
  expect(sessionStorage.getItem('deposit_promocode')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a code that was presented is not presented again', async () => {
  sessionStorage.setItem('deposit_promocode', 'WELCOME')
  sessionStorage.setItem('deposit_promocode_shown', 'WELCOME')
  sessionStorage.setItem('gift_promocode', 'G1')
  const sent: unknown[] = []
  server.use(
    http.untyped.post('/api/bonuses/coupon', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ status: 'activated', bonus: null, freespins: null })
    }),
  )
  const { router } = await show('/')
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/gifts'))
  await waitFor(() => expect(sent).toEqual([{ coupon_code: 'G1' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a guest on the lobby loses both codes, elsewhere keeps them', async () => {
  answers('/api/player', {})
  sessionStorage.setItem('deposit_promocode', 'D1')
  sessionStorage.setItem('gift_promocode', 'G1')
  const { router } = await show('/payments')
  expect(sessionStorage.getItem('deposit_promocode')).toBe('D1')
  await router.navigate({ to: '/' })
  await waitFor(() => expect([sessionStorage.getItem('deposit_promocode'), sessionStorage.getItem('gift_promocode')]).toEqual([null, null]))
})

test('a gift that this player alone is shown stands beside the others', async () => {
  answers('/api/bonuses/deposit', [RELOAD])
  answers('/api/fe/config/additional-gifts', [
    { id: 'VIPRELOAD', code: 'VIPRELOAD', title: 'VIP reload', image: '/art/bonuses/welcome.svg', currencies: ['EUR'] },
    { id: 'OTHER', code: 'OTHER', title: 'In dollars', image: '/art/bonuses/welcome.svg', currencies: ['CAD'] },
  ])
  const calls = takesCalls()
  await show('/deposit-bonus')
  const offers = await dialog('Deposit bonus')
  await userEvent.click(await offers.findByRole('radio', { name: /VIP reload/ }))
  expect(offers.queryByRole('radio', { name: /In dollars/ })).toBeNull()
  await userEvent.click(offers.getByRole('button', { name: english['offers.continue'] }))
  await waitFor(() => expect(calls).toEqual(['code VIPRELOAD']))
})
