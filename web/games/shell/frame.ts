import type { Translate } from '../play/messages'
import type { Site } from '../play/site'
import type { Session } from '../play/types'
import { moneyLabel } from '../play/wallet'
import { element, icon, iconButton } from './dom'
import { fitText } from './fit'
import type { Sound } from './sound'

/** Graphics that are not back by then do not come back by themselves. */
const GRAPHICS_WAIT_MS = 5_000

/** The parts around a game that every client has. */
export interface Frame {
  root: HTMLElement
  /** Where the picture of the game goes. */
  stage: HTMLElement
  /** The bar of controls at the bottom. */
  bar: HTMLElement
  /** Says a text to screen readers and shows it above the bar. */
  showStatus: (text: string, tone?: 'plain' | 'won') => void
  /** Adds text for screen readers only. */
  announce: (text: string) => void
  /** Shows or hides that the connection is being restored. */
  connected: (yes: boolean) => void
  /** Shows that the graphics have stopped; when they do not come back the game can be loaded anew. */
  graphics: (there: boolean) => void
  /** Shows a message with one action; answers when it is closed. */
  notice: (text: string, action?: { label: string; run: () => void }) => Promise<void>
  /** Shows a message whose one button has to be pressed. */
  ask: (text: string, label: string) => Promise<void>
}

/** Builds the frame into the page. */
export function buildFrame(host: HTMLElement, session: Session, t: Translate, site: Site): Frame {
  const stage = element('div', { class: 'stage' })
  const status = element('p', { class: 'status', attributes: { role: 'status', 'aria-live': 'polite' } })
  const reader = element('p', { class: 'visually-hidden', attributes: { 'aria-live': 'polite' } })
  const offline = element('p', { class: 'offline', attributes: { role: 'alert', hidden: '' } })
  const bar = element('div', { class: 'bar' })
  const heading = element('h1', { class: 'visually-hidden', text: session.game.title })
  const root = element('div', { class: 'frame' }, heading, stage, offline, status, reader, bar)
  // The page around the game has a way out of its own; two would be one too many.
  if (!site.isThere) root.append(iconButton('close', t('game.close'), () => site.leave(session.return_url), 'quiet alone'))
  host.replaceChildren(root)
  new ResizeObserver(() => fitStatus(status)).observe(status, { box: 'border-box' })
  let waiting: ReturnType<typeof setTimeout> | undefined
  const banner = (text: string): void => {
    offline.hidden = text === ''
    offline.textContent = text
  }
  return {
    root,
    stage,
    bar,
    showStatus: (text, tone = 'plain') => {
      status.dataset.tone = tone
      status.textContent = text
      fitStatus(status)
    },
    announce: (text) => {
      reader.textContent = text
    },
    connected: (yes) => banner(yes ? '' : t('game.reconnecting')),
    graphics: (there) => {
      clearTimeout(waiting)
      banner(there ? '' : t('game.graphics_lost'))
      const reload = async (): Promise<void> => {
        await ask(root, t('game.graphics_lost'), t('game.open_again'))
        window.location.reload()
      }
      if (!there) waiting = setTimeout(() => void reload(), GRAPHICS_WAIT_MS)
    },
    notice: (text, action) => notice(root, text, t, action),
    ask: (text, label) => ask(root, text, label),
  }
}

/** Sets the status in two smaller lines where one is too short for it, and smaller still where these are too few. */
function fitStatus(status: HTMLElement): void {
  status.dataset.lines = '1'
  status.style.fontSize = ''
  if (status.scrollWidth <= status.clientWidth) return
  status.dataset.lines = '2'
  const { clientHeight: room, scrollHeight: needed } = status
  if (needed <= room) return
  const size = Number.parseFloat(getComputedStyle(status).fontSize)
  // A smaller text has more on each line as well.
  status.style.fontSize = `${Math.floor(size * Math.sqrt(room / needed) * 10) / 10}px`
}

/** A message that stays until its button is pressed. */
function ask(root: HTMLElement, text: string, label: string): Promise<void> {
  return new Promise((resolve) => {
    const words = element('p', { text, attributes: { id: 'ask-text' } })
    const dialog = element('dialog', { class: 'notice', attributes: { 'aria-labelledby': 'ask-text' } }, words)
    const press = (): void => {
      dialog.remove()
      resolve()
    }
    const button = element('button', { class: 'primary', text: label, attributes: { type: 'button' }, on: { click: press } })
    dialog.append(element('div', { class: 'row' }, button))
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    root.append(dialog)
    dialog.showModal()
  })
}

function notice(root: HTMLElement, text: string, t: Translate, action?: { label: string; run: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const close = (): void => dialog.close()
    const buttons = [
      element('button', {
        class: action === undefined ? 'primary' : 'plain',
        text: t('game.dismiss'),
        attributes: { type: 'button' },
        on: { click: close },
      }),
    ]
    if (action !== undefined) {
      const act = (): void => {
        close()
        action.run()
      }
      buttons.unshift(element('button', { class: 'primary', text: action.label, attributes: { type: 'button' }, on: { click: act } }))
    }
    const words = element('p', { text, attributes: { id: 'notice-text' } })
    const dialog = element('dialog', { class: 'notice', attributes: { 'aria-labelledby': 'notice-text' } }, words, element('div', { class: 'row' }, ...buttons))
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
    root.append(dialog)
    dialog.showModal()
  })
}

/** The sound switch, which keeps its icon and pressed state in step. */
export function soundButton(sound: Sound, t: Translate): HTMLButtonElement {
  const button = iconButton(
    'soundOff',
    t('game.sound'),
    () => {
      sound.switch(!sound.on)
    },
    'quiet',
  )
  const show = (): void => {
    button.setAttribute('aria-pressed', String(sound.on))
    button.replaceChildren(icon(sound.on ? 'soundOn' : 'soundOff'))
  }
  show()
  sound.listen(show)
  return button
}

/** A labelled figure in the bar, such as the balance; an amount too long for its place is set smaller, never cut. */
export function figure(label: string, name: string): { node: HTMLElement; set: (text: string) => void } {
  const value = element('span', { class: 'value' })
  const node = element('div', { class: `figure ${name}` }, element('span', { class: 'label', text: label }), value)
  new ResizeObserver(() => fitText(value)).observe(node)
  return {
    node,
    set: (text) => {
      value.textContent = text
      fitText(value)
    },
  }
}

/** The balance's figure, whose label says what kind of money it is. */
export function balanceFigure(t: Translate, session: Session): ReturnType<typeof figure> {
  const shown = figure(moneyLabel(t, session) ?? t('game.balance'), 'balance')
  shown.node.setAttribute('aria-live', 'off')
  return shown
}

/** A dialog that stays in the page and is opened again and again. */
export function panel(title: string, t: Translate, ...content: (Node | string)[]): HTMLDialogElement {
  const id = `panel-${title.replaceAll(/\W+/g, '-').toLowerCase()}`
  const dialog = element('dialog', { class: 'panel', attributes: { 'aria-labelledby': id } })
  const close = iconButton('close', t('game.dismiss'), () => dialog.close(), 'quiet')
  const body = element('div', { class: 'panel-body', attributes: { tabindex: '0', role: 'region', 'aria-labelledby': id } }, ...content)
  dialog.append(element('header', {}, element('h2', { text: title, attributes: { id } }), close), body)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  // What unfolds asks for what it shows when it is opened, so a panel that is opened again begins with all of it closed.
  dialog.addEventListener('close', () => {
    for (const part of dialog.querySelectorAll('details')) part.open = false
  })
  return dialog
}

/** The round button that plays. A key held down presses it once, not again and again. */
export function spinButton(t: Translate, press: () => void): HTMLButtonElement {
  const button = element('button', { class: 'spin-button', attributes: { type: 'button', 'aria-label': t('game.spin') }, on: { click: press } }, icon('spin'))
  button.addEventListener('keydown', (event) => {
    if (event.repeat) event.preventDefault()
  })
  return button
}

/** Shows on the round button whether pressing it plays or skips what is being shown. */
export function showSpinning(button: HTMLButtonElement, t: Translate, spinning: boolean): void {
  button.classList.toggle('is-busy', spinning)
  button.setAttribute('aria-label', t(spinning ? 'game.skip' : 'game.spin'))
  button.replaceChildren(icon(spinning ? 'skip' : 'spin'))
}
