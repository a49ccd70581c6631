import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onReauthentication, settleReauthentication } from '@/api/reauth'
import { AWARDS, JACKPOT_SHOWN_BY_GAME } from '@/api/info/jackpotAwards'
import { accountsQuery, patchBalance } from '@/api/session/accounts'
import { heldBalances } from '@/api/session/balanceHold'
import type { Account, Game } from '@/api/types'
import { fromGame, type GameMessage } from '@/domain/gameBridge'
import { aGame } from '@/test/games'
import { GameFrame } from './GameFrame'

const LATE_MS = 20_000
const GAME = aGame()
const EURO = { currency: 'EUR', active: true, amount_cents: 0, bonus_amount_cents: 0, available_to_cashout_cents: 0 } as Account
const LATE = 'This is taking longer than usual.'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function open({
  onAgain = () => undefined,
  game = GAME,
  launchUrl = '/house-games/?client=slots',
}: { onAgain?: () => void; game?: Game; launchUrl?: string } = {}) {
  const client = new QueryClient()
  client.setQueryData(accountsQuery.queryKey, [EURO])
  const drawn = (isPaused: boolean) => (
    <QueryClientProvider client={client}>
      <GameFrame game={game} launchUrl={launchUrl} isPaused={isPaused} onMessage={() => undefined} onAgain={onAgain} />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(drawn(false))
  const iframe = screen.getByTitle<HTMLIFrameElement>(game.title)
  const { contentWindow } = iframe
  const post = vi.spyOn(contentWindow!, 'postMessage')
  const { origin } = new URL(launchUrl, window.location.href)
  const says = (message: GameMessage, from: Partial<MessageEventInit> = {}) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { source: contentWindow, origin, data: fromGame(message), ...from })))
  return { client, iframe, post, says, unmount, pause: (yes: boolean) => rerender(drawn(yes)) }
}

const isCovered = () => screen.queryByText(`${GAME.title} is loading`) !== null
const waits = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a game that does not get ready says so and can be opened anew', () => {
  const again = vi.fn()
  open({ onAgain: again })
  waits(LATE_MS - 1)
  expect(screen.queryByRole('button')).toBeNull()
  waits(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

test('a game that is ready in time says nothing, and one that is ready late is shown', () => {
  const { says } = open()
  waits(LATE_MS)
  expect(screen.getByText(LATE)).toBeDefined()
  says({ type: 'ready' })
  expect(screen.queryByText(LATE)).toBeNull()
  expect(isCovered()).toBe(false)
})

test('why a game cannot be played is seen', () => {
  const { says } = open()
  expect(isCovered()).toBe(true)
  says({ type: 'failed', code: 'graphics' })
  expect(isCovered()).toBe(false)
  waits(LATE_MS)
  expect(screen.queryByText(LATE)).toBeNull()
})

test('a game of others is uncovered once its page is there, and may post forms at its own origin', () => {
  const { iframe } = open({ game: aGame({ own: false }), launchUrl: 'https://games.example/x' })
  expect(iframe.getAttribute('sandbox')).toContain('allow-forms')
  fireEvent.load(iframe)
  expect(isCovered()).toBe(false)
})

test('the page of a built-in game does not count as the game, and its sandbox is none', () => {
  const { iframe } = open()
  fireEvent.load(iframe)
  expect(isCovered()).toBe(true)
  expect(iframe.hasAttribute('sandbox')).toBe(false)
})

test('messages of others are not heard', () => {
  const { says } = open()
  says({ type: 'ready' }, { origin: 'https://evil.example' })
  says({ type: 'ready' }, { source: window })
  expect(isCovered()).toBe(true)
})

test('a deposit beside the game is told to it', () => {
  const { client, post } = open()
  act(() => patchBalance(client, { currency: 'EUR', amount_cents: 5000, bonus_amount_cents: 0, available_to_cashout_cents: 5000, seq: 3, round_id: null }))
  const told = { source: 'croupier-site', version: 1, type: 'balance', currency: 'EUR', amount_cents: 5000, seq: 3, round_id: null }
  expect(post).toHaveBeenCalledWith(told, window.location.origin)
})

test('a game asks for its balance when the page is answered about the wallets while no frames come', async () => {
  const { client, post } = open()
  await act(() => client.fetchQuery({ ...accountsQuery, queryFn: () => [], staleTime: 0 }))
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ type: 'balance_changed' }), window.location.origin)
})

test('a game under a dialog of the site is paused', () => {
  const { post, says, pause } = open()
  says({ type: 'ready' })
  pause(true)
  expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'pause' }), window.location.origin)
  pause(false)
  expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'resume' }), window.location.origin)
})

test('a turn withholds the balance until it is shown, the game loads itself anew or goes away', () => {
  const { says, iframe, unmount } = open()
  says({ type: 'turning' })
  expect(heldBalances()).not.toBeNull()
  says({ type: 'shown' })
  expect(heldBalances()).toBeNull()
  says({ type: 'turning' })
  fireEvent.load(iframe)
  expect(heldBalances()).toBeNull()
  says({ type: 'turning' })
  unmount()
  expect(heldBalances()).toBeNull()
})

test('a game that shows its jackpot itself is told of a win once, and the page has it back when the game goes', () => {
  const { client, post, says, unmount } = open()
  const award = (id: string, jackpot: string) => ({ id, jackpot_identifier: jackpot, jackpot_level_name: 'gold', amount_cents: 900, currency: 'EUR' })
  const win = expect.objectContaining({ type: 'jackpot_won', id: '1', level: 'gold', amount_cents: 900, currency: 'EUR' }) as unknown
  const told = () => post.mock.calls.filter(([message]) => (message as { type: string }).type === 'jackpot_won')
  says({ type: 'tells_jackpot', jackpot: 'vault' })
  act(() => void client.setQueryData(AWARDS, [award('1', 'vault'), award('2', 'another')]))
  expect(post).toHaveBeenCalledWith(win, window.location.origin)
  expect(told()).toHaveLength(1)
  // It has loaded itself anew before the player took the win.
  says({ type: 'tells_jackpot', jackpot: 'vault' })
  expect(told()).toHaveLength(2)
  says({ type: 'jackpot_told', id: '1' })
  expect(client.getQueryData(AWARDS)).toEqual([award('2', 'another')])
  expect(told()).toHaveLength(2)
  unmount()
  expect(client.getQueryData(JACKPOT_SHOWN_BY_GAME)).toBeNull()
})

test('a game whose session is over can ask to be opened anew', () => {
  const again = vi.fn()
  const { says } = open({ onAgain: again })
  says({ type: 'reopen' })
  expect(again).toHaveBeenCalledOnce()
})

test.each([
  [true, 'reauthenticated'],
  [false, 'not_reauthenticated'],
])('a bet that is refused until the password is typed hears what came of it (%s)', async (given, type) => {
  const stop = onReauthentication(() => undefined)
  const { says, post } = open()
  says({ type: 'refused', code: 'reauth_required' })
  await act(async () => {
    settleReauthentication(given)
    await Promise.resolve()
  })
  expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ type }), window.location.origin)
  stop()
})
