import type { GameContext } from '../context'
import { PlayRefusal } from '../play/api'
import type { Session } from '../play/types'
import { isMessageKey, type MessageKey, type Translate } from '../play/messages'

/** What a player can do about a refusal. */
export type WayOn = 'deposit' | 'reload' | 'reopen' | 'leave' | 'gifts' | 'stay'

const WAYS: Readonly<Record<string, WayOn>> = {
  insufficient_funds: 'deposit',
  // The login session is over, or it is too old to play for money: the page around the game opens it anew.
  unauthorized: 'reopen',
  reauth_required: 'reopen',
  restricted_country: 'leave',
  self_excluded: 'leave',
  register_excluded: 'leave',
  register_silent: 'leave',
  account_locked: 'leave',
  cooling_off: 'leave',
  verification_required: 'leave',
  limit_reached: 'stay',
  // The bets can be made others.
  'VALIDATION.BETS.AMOUNT': 'stay',
  round_too_early: 'stay',
  maintenance: 'stay',
  // The next round of the table takes bets again.
  betting_closed: 'stay',
  table_closed: 'stay',
  bets_max: 'stay',
  place_full: 'stay',
  cashout_too_early: 'stay',
  cashout_too_late: 'stay',
  bonus_active: 'gifts',
  bonus_buy_not_allowed: 'stay',
  // The bet can be made smaller, in another game, or without the bonus, which can be given up where the gifts are.
  bonus_bet_max: 'gifts',
  bonus_game_excluded: 'gifts',
  bonus_over: 'stay',
}

const LABELS: Readonly<Record<Exclude<WayOn, 'stay'>, MessageKey>> = {
  deposit: 'game.deposit',
  reload: 'game.open_again',
  reopen: 'game.open_again',
  leave: 'game.close',
  gifts: 'game.to_gifts',
}

/** The way on from a refusal; opening the game again finishes a round that was left open, and fills up play money. */
export function wayOn(code: string, mode: Session['mode'] = 'real'): WayOn {
  const way = WAYS[code] ?? 'reload'
  return way === 'deposit' && mode === 'demo' ? 'reopen' : way
}

/** What a player reads of a refusal. */
export function refusalText(t: Translate, code: string): string {
  const key = `game.error_${code}`
  return t(isMessageKey(key) ? key : 'game.error_internal')
}

/** The code of anything that was thrown. */
export function codeOf(error: unknown): string {
  return error instanceof PlayRefusal ? error.code : 'internal'
}

/** The button that leads on. */
export function wayButton(
  t: Translate,
  way: Exclude<WayOn, 'stay'>,
  { site, returnUrl }: { site: GameContext['site']; returnUrl: string | null },
): { label: string; run: () => void } {
  const run: Readonly<Record<typeof way, () => void>> = {
    deposit: () => site.send({ type: 'deposit' }),
    // The session's token is in the fragment, so the same address opens the same session.
    reload: () => window.location.reload(),
    reopen: () => (site.isThere ? site.send({ type: 'reopen' }) : site.leave(returnUrl)),
    leave: () => site.leave(returnUrl),
    gifts: () => site.send({ type: 'gifts' }),
  }
  return { label: t(LABELS[way]), run: run[way] }
}

/** What a player reads of a bet that the active bonus does not allow: with the most that it does where that is known. */
function bonusText({ t, money, session }: Pick<GameContext, 't' | 'money' | 'session'>, error: unknown): string | undefined {
  if (!(error instanceof PlayRefusal) || error.code !== 'bonus_bet_max' || error.maxCents === undefined) return undefined
  // Of a wallet in another currency the amount is not one that the game is played in.
  return session.wallet === null ? t('game.bonus_bet_max', { amount: money(error.maxCents) }) : undefined
}

/** Tells a refusal, with the way on that there is; `said` is what a game knows to say of it better than its code does. */
export async function showRefusal(context: GameContext, error: unknown, said?: string): Promise<void> {
  const { frame, t, session, site } = context
  const code = codeOf(error)
  const text = said ?? bonusText(context, error) ?? refusalText(t, code)
  const way = wayOn(code, session.mode)
  frame.showStatus(text)
  // The page has asked for the password already, and not got it.
  if (code !== 'reauth_required') site.send({ type: 'refused', code })
  const staysHere = way === 'stay' || ((way === 'deposit' || way === 'gifts') && !site.isThere)
  await frame.notice(text, staysHere ? undefined : wayButton(t, way, { site, returnUrl: session.return_url }))
}
