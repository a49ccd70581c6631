import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { excludedStagsQuery } from '@/api/info/excludedStags'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import type { Player, Project } from '@/api/types'
import { bannersQuery } from '@/features/banners/api/banners'
import type { Banner } from '@/features/banners/model/banner'
import { GROUP } from '@/domain/player/groups'
import { axeFindings } from '@/test/axe'
import { aBanner } from '@/test/banners'
import { http } from '@/test/http'
import { A_PLAYER, server } from '@/test/server'
import { createQueryClient } from '../../queryClient'
import { NewProviderPopup } from './NewProviderPopup'
import { openInvitation } from './newProvider'
import { PromoBanner } from './PromoBanner'
import { PromoTooltip } from './PromoTooltip'

vi.mock('./useIsBusy', () => ({ useIsBusy: () => false }))

beforeAll(() => server.listen())
beforeEach(() => {
  // Promises must go on: only what waits for its time is held.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  server.resetHandlers()
  document.cookie = 'promo_timer=; Path=/; Max-Age=0'
  sessionStorage.clear()
})
afterAll(() => server.close())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const BANNER = aBanner({ categories: ['offer', 'new-provider'], title: { text: 'Twice the first deposit' }, description: { text: 'For ten minutes.' } })

const PARTS = { offer: PromoBanner, tooltip: PromoTooltip, invitation: NewProviderPopup }

function show(what: keyof typeof PARTS, banner: Banner, player: Player | null = null) {
  const client = createQueryClient()
  client.setQueryData(playerQuery.queryKey, player)
  client.setQueryData(excludedStagsQuery.queryKey, ['quiet'])
  client.setQueryData(projectQuery.queryKey, { promo_timer_minutes: 30 } as unknown as Project)
  client.setQueryData(bannersQuery('en', player?.id ?? null).queryKey, [banner])
  const Part = PARTS[what]
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  )
}

const offer = () => screen.queryByRole('region', { name: 'Twice the first deposit' })
const cell = (text: string) => screen.queryByText(text)

describe('an offer', () => {
  test('comes back two minutes after it was closed', async () => {
    show('offer', BANNER)
    expect(offer()).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(offer()).toBeNull()
    await pass(119_000)
    expect(offer()).toBeNull()
    await pass(1_000)
    expect(offer()).not.toBeNull()
  })

  test('stays away for two minutes over a reload too', async () => {
    show('offer', BANNER)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await pass(60_000)
    cleanup()
    show('offer', BANNER)
    expect(offer()).toBeNull()
    await pass(59_000)
    expect(offer()).toBeNull()
    await pass(1_000)
    expect(offer()).not.toBeNull()
    cleanup()
    show('offer', BANNER)
    expect(offer()).not.toBeNull()
  })

  test('counts down the minutes that the operator set from when it was first seen, and is over then', async () => {
    const set = vi.spyOn(Document.prototype, 'cookie', 'set')
    show('offer', BANNER)
    expect(cell('30m')).not.toBeNull()
    expect(set.mock.calls.map(([cookie]) => cookie)).toEqual([expect.stringMatching(/^promo_timer=\d+; Path=\/; Max-Age=86400;/)])
    await pass(10 * 60_000)
    cleanup()
    show('offer', BANNER)
    expect(cell('20m')).not.toBeNull()
    await pass(20 * 60_000)
    expect(offer()).toBeNull()
  })

  test.each([
    ['quiet', true],
    ['other', false],
  ])('to who came with the tag %s is spared: %s', (stag, isSpared) => {
    document.cookie = `stag=${stag}; Path=/`
    show('offer', BANNER)
    expect(offer() === null).toBe(isSpared)
    document.cookie = 'stag=; Path=/; Max-Age=0'
  })

  test('has no accessibility findings', async () => {
    show('offer', BANNER)
    vi.useRealTimers()
    expect(await axeFindings(document.body)).toEqual([])
  })
})

describe('the promo tooltip', () => {
  const HINT = aBanner({ categories: ['tooltip'], title: { text: 'Look here' }, description: { text: 'For you.' } })
  const hint = () => screen.queryByRole('complementary', { name: 'Look here' })

  test('comes again ten minutes after it was closed, and no second earlier', async () => {
    show('tooltip', HINT)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(hint()).toBeNull()
    await pass(599_000)
    expect(hint()).toBeNull()
    await pass(1_000)
    expect(hint()).not.toBeNull()
  })

  test('counts down the minutes that the operator set, on the clock of the offer, and outlives them', async () => {
    show('tooltip', HINT)
    expect(cell('30m')).not.toBeNull()
    await pass(10 * 60_000)
    cleanup()
    show('offer', BANNER)
    expect(cell('20m')).not.toBeNull()
    cleanup()
    show('tooltip', HINT)
    await pass(20 * 60_000)
    expect(hint()).not.toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test('stays away over a reload too', async () => {
    show('tooltip', HINT)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await pass(300_000)
    cleanup()
    show('tooltip', HINT)
    expect(hint()).toBeNull()
    await pass(300_000)
    expect(hint()).not.toBeNull()
  })

  test('is there only while the operator has a word for it', () => {
    show('tooltip', BANNER)
    expect(hint()).toBeNull()
  })
})

describe('a new studio', () => {
  test.each<[number[], number | undefined]>([
    [[], undefined],
    [[GROUP.firstProvider], GROUP.firstProviderShown],
    [[GROUP.firstProvider, GROUP.firstProviderShown], undefined],
    [[GROUP.secondProvider, GROUP.firstProvider], GROUP.firstProviderShown],
    [[GROUP.firstProvider, GROUP.firstProviderShown, GROUP.secondProvider], GROUP.secondProviderShown],
  ])('of the groups %j is marked with %s', (groups, mark) => expect(openInvitation(groups)?.mark).toBe(mark))

  test('is shown to the invited, and marked as seen when it is closed', async () => {
    const marked: unknown[] = []
    server.use(
      http.post('/api/player/groups', async ({ request }) => {
        marked.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const player = { ...A_PLAYER, statuses: [{ id: `group_${GROUP.firstProvider}` }] } as unknown as Player
    show('invitation', { ...BANNER, groups: [GROUP.firstProvider] }, player)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    vi.useRealTimers()
    await vi.waitFor(() => expect(marked).toEqual([{ groups: { add: [GROUP.firstProviderShown] } }]))
  })

  test('is not shown to others', () => {
    show('invitation', { ...BANNER, groups: [GROUP.firstProvider] }, A_PLAYER)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
