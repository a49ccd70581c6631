import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayRefusal } from '../play/api'
import { translator } from '../play/messages'
import type { Bet, SavedBet } from '../play/types'
import { type Placement, layoutRefusal, toBets, toPlacements } from './bets'
import { BrowserSavedBets, type SavedBetsKeeper } from './savedBets'
import { SavedSheet } from './savedSheet'

const SESSION = { game: { identifier: 'northlight/aurora-roulette' }, currency: { code: 'FUN' } } as never
const KEY = 'saved bets northlight/aurora-roulette FUN'
const BETS: readonly Bet[] = [{ kind: 'corner', numbers: [7, 8, 10, 11], amount_cents: 100 }]

beforeEach(() => {
  localStorage.clear()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('a layout', () => {
  const chip = (spot: string, amount: number): Placement => ({ spot, amount_cents: amount })
  const limits = { max_cents: 500, bets_max: 2, places: [{ kind: 'straight', min_cents: 10, max_cents: 450 }] } as const

  it('is put on the table as it was saved', () => {
    const chips = [chip('corner:7-8-10-11', 100), chip('split:8-11', 50)]
    expect(toPlacements(toBets(chips))).toEqual(chips)
  })

  it.each([
    [[chip('straight:1', 100)], 1000, undefined],
    [[chip('straight:2', 450), chip('straight:1', 9)], 1000, 'place_min'],
    [[chip('straight:1', 451)], 1000, 'place_max'],
    [[chip('straight:1', 400), chip('straight:2', 101)], 1000, 'limit_max'],
    [[chip('straight:1', 10), chip('straight:2', 10), chip('straight:3', 10)], 1000, 'limit_bets'],
    [[chip('straight:1', 100)], 99, 'balance'],
  ])('is held to the limits as a whole', (layout, balance, expected) => {
    expect(layoutRefusal(layout, limits, balance)?.reason).toBe(expected)
  })
})

describe('layouts in the browser', () => {
  it('are kept for the next visit, renamed and deleted', async () => {
    const { saved } = await new BrowserSavedBets(SESSION).saveBets('Mine', BETS)
    const again = new BrowserSavedBets(SESSION)
    expect((await again.savedBets()).saved).toEqual(saved)
    expect(saved[0]).toMatchObject({ name: 'Mine', bets: BETS, total_cents: 100 })
    const id = saved[0]?.id ?? ''
    expect((await again.renameSavedBets(id, 'Yours')).saved[0]?.name).toBe('Yours')
    expect((await again.deleteSavedBets(id)).saved).toEqual([])
  })

  it('have names of their own, and are ten at most', async () => {
    const keeper = new BrowserSavedBets(SESSION)
    for (let count = 0; count < 10; count += 1) await keeper.saveBets(`Layout ${count}`, BETS)
    await expect(keeper.saveBets('Layout 1', BETS)).rejects.toThrow('saved_bets_name')
    await expect(keeper.saveBets('One more', BETS)).rejects.toThrow('saved_bets_max')
    const [first] = (await keeper.savedBets()).saved
    await expect(keeper.renameSavedBets(first?.id ?? '', 'Layout 1')).rejects.toThrow('saved_bets_name')
  })

  it.each([
    'no JSON',
    '{}',
    '[null, 7, {"id":"a","name":"b","bets":[]}]',
    '[{"id":"a","name":"b","bets":[{"kind":"split","numbers":[1,9],"amount_cents":10}]}]',
  ])('are left out where storage holds %s', async (kept) => {
    localStorage.setItem(KEY, kept)
    expect((await new BrowserSavedBets(SESSION).savedBets()).saved).toEqual([])
  })
})

describe('the sheet of saved bets', () => {
  const one: SavedBet = { id: 'a', name: 'Mine', bets: BETS, total_cents: 100 }
  const told = (...saved: SavedBet[]) => Promise.resolve({ saved, max: 10 })

  async function opened(
    keeper: Partial<SavedBetsKeeper>,
    parts: { bets?: readonly Bet[]; load?: () => Promise<string | undefined>; explain?: () => string } = {},
  ) {
    const notice = vi.fn((_text: string, action?: { run: () => void }) => Promise.resolve(action?.run()))
    const context = { t: translator({}, 'en'), money: (cents: number) => `€${cents / 100}`, session: { mode: 'real' }, frame: { notice } }
    const kept = { savedBets: () => told(one), ...keeper } as SavedBetsKeeper
    const sheet = new SavedSheet({
      context: context as never,
      keeper: kept,
      bets: () => parts.bets ?? BETS,
      load: parts.load ?? (() => Promise.resolve(undefined)),
      explain: parts.explain ?? (() => undefined),
    })
    document.body.replaceChildren(sheet.dialog)
    await sheet.open()
    return sheet.dialog
  }
  const button = (within: HTMLElement, name: string) =>
    [...within.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)!
  const alert = (within: HTMLElement) => within.querySelector('[role="alert"]')?.textContent

  it('says why a layout cannot be put on the table', async () => {
    const dialog = await opened({}, { load: () => Promise.resolve('The minimum bet is €1.') })
    button(dialog, 'Place Mine, €1').click()
    await vi.waitFor(() => expect(alert(dialog)).toBe('The minimum bet is €1.'))
  })

  it('saves what lies on the table under a name', async () => {
    const saveBets = vi.fn((name: string) => told(one, { ...one, id: 'b', name }))
    const dialog = await opened({ saveBets })
    button(dialog, 'Save the chips on the table').click()
    expect(alert(dialog)).toContain('name of 1 to 40')
    dialog.querySelector<HTMLInputElement>('.saved-new input')!.value = ' Evenings '
    button(dialog, 'Save the chips on the table').click()
    await vi.waitFor(() => expect(dialog.querySelectorAll('li')).toHaveLength(2))
    expect(saveBets).toHaveBeenCalledWith('Evenings', BETS)
    expect(dialog.querySelector('[role="status"]')?.textContent).toBe('Evenings is saved')
  })

  it('tells which place does not take what would be saved', async () => {
    const saveBets = () => Promise.reject(new PlayRefusal('VALIDATION.BETS.AMOUNT', { place: { bet: 0, min_cents: 10, max_cents: 50 } }))
    const dialog = await opened({ saveBets }, { explain: () => 'No more than €0.5 on number 17.' })
    dialog.querySelector<HTMLInputElement>('.saved-new input')!.value = 'Evenings'
    button(dialog, 'Save the chips on the table').click()
    await vi.waitFor(() => expect(alert(dialog)).toBe('No more than €0.5 on number 17.'))
  })

  it('does not say that nothing is saved where it could not be asked', async () => {
    const dialog = await opened({ savedBets: () => Promise.reject(new PlayRefusal('no_answer')) })
    expect(alert(dialog)).not.toBe('')
    expect([...dialog.querySelectorAll('p')].find(({ textContent }) => textContent?.startsWith('Nothing is saved'))?.hidden).toBe(true)
  })

  it('offers nothing to be saved from an empty table', async () => {
    const dialog = await opened({}, { bets: [] })
    expect(dialog.querySelector<HTMLElement>('.saved-new')?.hidden).toBe(true)
  })

  it('renames a layout, and tells what the server refuses', async () => {
    const renameSavedBets = vi.fn((_id: string, name: string) => told({ ...one, name }))
    renameSavedBets.mockRejectedValueOnce(new PlayRefusal('VALIDATION.NAME.CARD_NUMBER'))
    const dialog = await opened({ renameSavedBets })
    button(dialog, 'Rename Mine').click()
    const field = dialog.querySelector<HTMLInputElement>('li input')!
    expect(field.value).toBe('Mine')
    field.value = '4111 1111 1111 1111'
    button(dialog, 'Rename Mine').click()
    await vi.waitFor(() => expect(alert(dialog)).toContain('without a card number'))
    field.value = 'Evenings'
    button(dialog, 'Rename Mine').click()
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Place Evenings, €1'))
    expect(renameSavedBets).toHaveBeenLastCalledWith('a', 'Evenings')
  })

  it('deletes a layout once that was confirmed', async () => {
    const deleteSavedBets = vi.fn(() => told())
    const dialog = await opened({ deleteSavedBets })
    button(dialog, 'Delete Mine').click()
    await vi.waitFor(() => expect(dialog.querySelectorAll('li')).toHaveLength(0))
    expect(deleteSavedBets).toHaveBeenCalledWith('a')
  })
})
