import type { GameContext } from '../context'
import { element, iconButton } from './dom'
import { panel } from './frame'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** The button that opens what was played since the game was opened: time, money and the last rounds, and the volume. */
export function sessionButton(context: GameContext): HTMLButtonElement {
  const { t, frame } = context
  const figures = element('dl', { class: 'session-figures' })
  const rounds = element('div', { class: 'session-rounds' })
  const dialog = panel(t('game.session'), t, figures, volumeField(context), element('h3', { text: t('game.session_last') }), rounds)
  frame.root.append(dialog)
  let clock: ReturnType<typeof setInterval> | undefined
  dialog.addEventListener('close', () => clearInterval(clock))
  const show = (): void => figures.replaceChildren(...figuresOf(context, Date.now()))
  const open = (): void => {
    show()
    rounds.replaceChildren(roundsOf(context))
    clock = setInterval(show, SECOND_MS)
    dialog.showModal()
  }
  return iconButton('clock', t('game.session'), open, 'quiet session')
}

function figuresOf({ t, money, sitting, session }: GameContext, now: number): HTMLElement[] {
  const minutes = new Intl.NumberFormat(session.locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const figures = [
    [t('game.session_clock'), timeOf(now, session.locale)],
    [t('game.session_time'), minutes.format(Math.floor((now - sitting.since) / MINUTE_MS))],
    [t('game.session_count'), String(sitting.rounds)],
    [t('game.session_paid'), money(sitting.paidCents)],
    [t('game.session_won'), money(sitting.wonCents)],
    [t('game.session_net'), money(sitting.netCents)],
  ] as const
  return figures.map(([label, value]) => element('div', {}, element('dt', { text: label }), element('dd', { text: value })))
}

function roundsOf({ t, money, sitting, session }: GameContext): HTMLElement {
  if (sitting.last.length === 0) return element('p', { text: t('game.session_none') })
  const head = [t('game.session_ended'), t('game.stake'), t('game.win')].map((text) => element('th', { text, attributes: { scope: 'col' } }))
  const rows = sitting.last.map(({ at, paid_cents: paid, win_cents: won }) =>
    element('tr', {}, ...[timeOf(at, session.locale), money(paid), money(won)].map((text) => element('td', { text }))),
  )
  return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows))
}

function volumeField({ t, sound }: GameContext): HTMLElement {
  const slider = element('input', {
    attributes: { type: 'range', min: '0', max: '100', step: '5' },
    on: { change: () => sound.setVolume(Number(slider.value)) },
  })
  const show = (): void => {
    slider.value = String(sound.on ? sound.volume : 0)
  }
  show()
  sound.listen(show)
  return element('label', { class: 'session-volume' }, element('span', { text: t('game.volume') }), slider)
}

const timeOf = (at: number, locale: string): string => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at)
