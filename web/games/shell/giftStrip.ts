import { type Gifts, leftOf } from '../play/gifts'
import type { Translate } from '../play/messages'
import type { MoneyFormat } from '../play/money'
import type { Session } from '../play/types'
import { element } from './dom'

const PERCENT = 100

/** A line above the status that tells of free spins and of the active bonus; gone while there are none. */
export function giftStrip(gifts: Gifts, session: Session, t: Translate, money: MoneyFormat): HTMLElement {
  const spins = element('p', { class: 'gift-spins' })
  const toggle = element('button', {
    class: 'gift-toggle',
    attributes: { type: 'button' },
    on: { click: () => gifts.putAside(gifts.paying !== undefined) },
  })
  const fill = element('span', { class: 'gift-fill' })
  const bar = element('span', { class: 'gift-bar', attributes: { role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': String(PERCENT) } }, fill)
  const wagered = element('p', { class: 'gift-wagered' })
  const wager = element('div', { class: 'gift-wager' }, wagered, bar)
  const sticky = element('p', { class: 'gift-sticky' })
  sticky.textContent = t('game.bonus_sticky')
  const node = element(
    'section',
    { class: 'gifts', attributes: { 'aria-label': t('game.gifts'), hidden: '' } },
    element('div', { class: 'gift-line' }, spins, toggle),
    wager,
    sticky,
  )

  const show = (): void => {
    const grant = gifts.spins
    const { bonus } = gifts
    // Of a wallet in another currency the amounts are not those that the game is played in.
    const isWagered = bonus !== null && bonus.amount_wager_requirement_cents > 0 && session.wallet === null
    node.hidden = grant === undefined && !isWagered
    spins.hidden = grant === undefined
    toggle.hidden = grant === undefined
    wager.hidden = !isWagered
    sticky.hidden = !isWagered || !bonus.sticky
    if (grant !== undefined) {
      spins.textContent = t('game.gift_spins_left', { left: leftOf(grant), total: grant.freespins_total })
      toggle.textContent = t(gifts.paying === undefined ? 'game.gift_use' : 'game.gift_later')
    }
    if (isWagered) {
      const { amount_wager_cents: done, amount_wager_requirement_cents: total } = bonus
      const percent = Math.min(PERCENT, Math.floor((done / total) * PERCENT))
      wagered.textContent = t('game.bonus_wagered', { done: money(Math.min(done, total)), total: money(total) })
      bar.setAttribute('aria-valuenow', String(percent))
      bar.setAttribute('aria-label', wagered.textContent)
      fill.style.width = `${percent}%`
    }
  }
  gifts.listen(show)
  return node
}
