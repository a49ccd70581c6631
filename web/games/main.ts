import '@fontsource-variable/sora/wght.css'
import './style/base.css'
import './style/bar.css'
import './style/celebration.css'
import './style/dialogs.css'
import './style/roulette.css'
import './style/roulette-small.css'
import type { GameContext } from './context'
import problemDrawing from './problem.svg'
import { PlayApi, PlayRefusal } from './play/api'
import { type Translate, isMessageKey, loadMessages } from './play/messages'
import { moneyFormat } from './play/money'
import { leave, tellParent } from './play/parent'
import type { Session } from './play/types'
import { sessionBadge } from './play/wallet'
import { element } from './shell/dom'
import { buildFrame } from './shell/frame'
import { Sound } from './shell/sound'

/** Reads the session token from the fragment, which never reaches a server log. */
function takeToken(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('session')
}

function showProblem(host: HTMLElement, t: Translate, code: string): void {
  const key = `game.error_${code}`
  const text = t(isMessageKey(key) ? key : 'game.error_internal')
  const back = element('button', {
    class: 'primary',
    text: t('game.close'),
    attributes: { type: 'button' },
    on: { click: () => leave(null) },
  })
  host.replaceChildren(
    element(
      'section',
      { class: 'problem' },
      element('img', { attributes: { src: problemDrawing, alt: '', width: '240', height: '140' } }),
      element('h1', { text: t('game.error_title') }),
      element('p', { text, attributes: { role: 'alert' } }),
      back,
    ),
  )
}

/** The language that the launch address names. */
function language(): string {
  return new URLSearchParams(window.location.search).get('lang') ?? 'en'
}

/** Starts the client that fits the session's game. */
async function start(host: HTMLElement): Promise<void> {
  document.documentElement.lang = language()
  const t = await loadMessages(language())
  const progress = element('p', { text: t('game.loading') })
  const ring = element('span', { class: 'aurora-ring' })
  host.replaceChildren(element('div', { class: 'loading', attributes: { role: 'status' } }, ring, progress))
  const token = takeToken()
  if (token === null) {
    showProblem(host, t, 'unauthorized')
    return
  }
  let connected = (yes: boolean): void => {
    progress.textContent = t(yes ? 'game.loading' : 'game.loading_slow')
  }
  const api = new PlayApi(token, (yes) => connected(yes))
  let session: Session
  try {
    session = await api.session()
  } catch (error) {
    showProblem(host, t, error instanceof PlayRefusal ? error.code : 'internal')
    return
  }
  document.title = session.game.title
  const frame = buildFrame(host, session.game.title, sessionBadge(t, session), t, () => leave(session.return_url))
  connected = frame.connected
  const context: GameContext = {
    session,
    api,
    t,
    money: moneyFormat(session.currency, session.locale),
    frame,
    sound: new Sound(),
  }
  try {
    if (session.game.kind === 'slots') {
      const { startSlots } = await import('./slots/client')
      await startSlots(context)
    } else {
      const { startRoulette } = await import('./roulette/client')
      startRoulette(context)
    }
  } catch (error) {
    showProblem(host, t, error instanceof PlayRefusal ? error.code : 'graphics')
    return
  }
  tellParent({ type: 'ready' })
}

const host = document.getElementById('game')
if (host !== null) void start(host)
