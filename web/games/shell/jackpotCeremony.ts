import type { GameContext } from '../context'
import { countUp, countUpDuration } from '../play/countup'
import type { Jackpot, JackpotLevel } from '../play/jackpots'
import { element } from './dom'
import { motionIsReduced } from './motion'

type CeremonyParts = Pick<GameContext, 'session' | 'site' | 'sound' | 't' | 'money' | 'frame'>

/** Shows the player's wins of the game's own jackpot inside the game; the page around it leaves them to the game. */
export function showJackpotWins(parts: CeremonyParts, jackpot: Jackpot): void {
  const { session, site } = parts
  // One bet can win two levels: the second moment waits for the first.
  let before: Promise<void> = Promise.resolve()
  site.listen((message) => {
    if (message.type !== 'jackpot_won') return
    const level = jackpot.levels.find(({ name }) => name === message.level)
    // How another wallet's currency is written is not known here: the page shows such a win.
    if (level === undefined || message.currency !== session.currency.code) {
      site.send({ type: 'tells_jackpot', jackpot: null })
      return
    }
    before = before
      .then(() => celebrate(parts, jackpot, level, message.amount_cents))
      .then(() => site.send({ type: 'jackpot_told', id: message.id }))
      .catch(() => site.send({ type: 'tells_jackpot', jackpot: null }))
    site.holdFor(before)
  })
  site.send({ type: 'tells_jackpot', jackpot: jackpot.identifier })
}

/** The mountain opens, the amount is counted up, and the player takes it. */
function celebrate({ sound, t, money, frame }: CeremonyParts, { title, identifier }: Jackpot, { name }: JackpotLevel, cents: number): Promise<void> {
  return new Promise((resolve) => {
    const heading = element('h2', { text: t('game.jackpot_yours', { level: t(`game.jackpot_${name}`) }), attributes: { id: 'jackpot-yours' } })
    const amount = element('p', { class: 'jackpot-win-amount', attributes: { 'aria-hidden': 'true' } })
    const said = element('p', { class: 'visually-hidden', text: money(cents) })
    const take = element('button', { class: 'primary', text: t('game.jackpot_take'), attributes: { type: 'button' }, on: { click: () => dialog.close() } })
    const dialog = element(
      'dialog',
      { class: `jackpot-win of-${identifier}`, attributes: { 'aria-labelledby': 'jackpot-yours' } },
      element('i', { class: 'jackpot-win-light', attributes: { 'aria-hidden': 'true' } }),
      element('i', { class: 'jackpot-win-lava', attributes: { 'aria-hidden': 'true' } }),
      element('p', { class: 'jackpot-win-title', text: title }),
      heading,
      amount,
      said,
      element('p', { class: 'jackpot-win-paid', text: t('game.jackpot_paid') }),
      take,
    )
    dialog.dataset.level = name
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
    frame.root.append(dialog)
    dialog.showModal()
    sound.sting('epic')
    sound.fanfare()
    countInto(amount, cents, money)
  })
}

function countInto(node: HTMLElement, cents: number, money: (cents: number) => string): void {
  const duration = motionIsReduced() ? 0 : countUpDuration('epic')
  const began = performance.now()
  const step = (now: number): void => {
    const shown = countUp(0, cents, now - began, duration)
    node.textContent = money(shown)
    if (shown < cents && node.isConnected) requestAnimationFrame(step)
  }
  step(began)
}
