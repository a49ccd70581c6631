import { describe, expect, test } from 'vitest'
import type { GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import { translator } from '../play/messages'
import { codeOf, refusalText, showRefusal, wayOn } from './refusal'

test.each([
  ['insufficient_funds', 'deposit'],
  ['unauthorized', 'reopen'],
  ['reauth_required', 'reopen'],
  ['restricted_country', 'leave'],
  ['self_excluded', 'leave'],
  ['cooling_off', 'leave'],
  ['limit_reached', 'stay'],
  ['round_too_early', 'stay'],
  ['bonus_bet_max', 'gifts'],
  ['bonus_game_excluded', 'gifts'],
  ['bonus_over', 'stay'],
  ['round_conflict', 'reload'],
  ['game_changed', 'reload'],
  ['no_answer', 'reload'],
  ['a code of a newer server', 'reload'],
] as const)('after %s the way on is to %s', (code, way) => {
  expect(wayOn(code)).toBe(way)
})

test('play money that is used up is filled up by opening the game anew', () => {
  expect(wayOn('insufficient_funds', 'demo')).toBe('reopen')
})

test('each refusal has words, and what is no refusal is an internal fault', () => {
  const t = translator({}, 'en')
  expect(refusalText(t, 'restricted_country')).toBe("This game isn't available in your country.")
  expect(refusalText(t, codeOf(new TypeError('x')))).toBe(refusalText(t, 'internal'))
  expect(codeOf(new PlayRefusal('limit_reached'))).toBe('limit_reached')
})

describe('a bet above what the active bonus allows', () => {
  async function told(error: PlayRefusal, wallet: { currency: string; rate: string } | null = null) {
    const said: string[] = []
    const frame = {
      showStatus: (text: string) => said.push(text),
      notice: (_: string, action?: { label: string }) => Promise.resolve(said.push(action?.label ?? '')),
    }
    const site = { isThere: true, send: () => undefined }
    const context = { frame, site, t: translator({}, 'en'), money: (cents: number) => `€${cents / 100}`, session: { mode: 'real', return_url: null, wallet } }
    await showRefusal(context as unknown as GameContext, error)
    return said
  }

  test('is refused with the figure and a way to the gifts', async () => {
    const [text, button] = await told(new PlayRefusal('bonus_bet_max', { maxCents: 500 }))
    expect(text).toContain('up to €5.')
    expect(button).toBe('See my gifts')
  })

  test('is refused without a figure of another currency', async () => {
    const [text] = await told(new PlayRefusal('bonus_bet_max', { maxCents: 500 }), { currency: 'BTC', rate: '1' })
    expect(text).not.toContain('500')
    expect(text).not.toContain('€')
  })
})
