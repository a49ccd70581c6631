import '@fontsource-variable/sora/wght.css'
import './style/base.css'
import './style/status.css'
import './style/bar.css'
import './style/bar-tablet.css'
import './style/gifts.css'
import './style/jackpots.css'
import './style/own-jackpot.css'
import './style/celebration.css'
import './style/dialogs.css'
import './style/session.css'
import './style/sheets.css'
import './style/board.css'
import './style/roulette.css'
import './style/roulette-small.css'
import './style/roulette-more.css'
import './style/crash.css'
import './style/crash-small.css'
import './style/baccarat.css'
import './style/baccarat-small.css'
import './style/keno.css'
import './style/keno-small.css'
import { randomHex } from '../src/platform/random'
import { type GameContext, gameSlug } from './context'
import problemDrawing from './problem.svg'
import { PlayApi, PlayRefusal } from './play/api'
import { Balance } from './play/balance'
import { Gifts } from './play/gifts'
import { type Translate, loadMessages } from './play/messages'
import { moneyFormat } from './play/money'
import { type PlayedRound, ReplayApi, playedRound, replayWish } from './play/replay'
import { Site } from './play/site'
import { Sitting } from './play/sitting'
import { element } from './shell/dom'
import { type Frame, buildFrame } from './shell/frame'
import { giftStrip } from './shell/giftStrip'
import { askSite, bringJackpots } from './shell/jackpotStrip'
import { codeOf, refusalText, wayButton, wayOn } from './shell/refusal'
import { Sound } from './shell/sound'
import { askForSound } from './shell/soundQuestion'

/** What the fragment of the address says, which never reaches a server log. */
const fragment = (): URLSearchParams => new URLSearchParams(window.location.hash.slice(1))

/** Shows why the game cannot be played, with one way on, and tells the page around it to let this be seen. */
function showProblem(host: HTMLElement, t: Translate, site: Site, code: string): void {
  const way = wayOn(code)
  const { label, run } = wayButton(t, way === 'stay' || way === 'deposit' || way === 'gifts' ? 'reload' : way, { site, returnUrl: null })
  const button = element('button', { class: 'primary', text: label, attributes: { type: 'button' }, on: { click: run } })
  host.replaceChildren(
    element(
      'section',
      { class: 'problem' },
      element('img', { attributes: { src: problemDrawing, alt: '', width: '240', height: '140' } }),
      element('h1', { text: t('game.error_title') }),
      element('p', { text: refusalText(t, code), attributes: { role: 'alert' } }),
      button,
    ),
  )
  site.send({ type: 'failed', code })
}

/** The language that the launch address names. */
function language(): string {
  return new URLSearchParams(window.location.search).get('lang') ?? 'en'
}

/** Draws the client that fits the session's game. */
async function draw(context: GameContext): Promise<void> {
  switch (context.session.game.kind) {
    case 'slots': {
      const { startSlots } = await import('./slots/client')
      return startSlots(context)
    }
    case 'roulette': {
      const { startRoulette } = await import('./roulette/client')
      return startRoulette(context)
    }
    case 'crash': {
      const { startCrash } = await import('./crash/client')
      return startCrash(context)
    }
    case 'baccarat': {
      const { startBaccarat } = await import('./baccarat/client')
      return startBaccarat(context)
    }
    case 'keno': {
      const { startKeno } = await import('./keno/client')
      return startKeno(context)
    }
    default:
      // A kind of game that a newer server has and this client does not.
      throw new PlayRefusal('game_unavailable')
  }
}

/** Opens the session's game; throws a refusal that says why it cannot be played. */
async function open(host: HTMLElement, t: Translate, site: Site, loading: (connected: boolean) => void): Promise<void> {
  const wish = replayWish(fragment())
  if (wish !== null) return openReplay(host, t, site, await playedRound(wish), (played) => new ReplayApi(played, wish, language()))
  const token = fragment().get('session')
  if (token === null) throw new PlayRefusal('unauthorized')
  let frame: Frame | null = null
  const api = new PlayApi(token, {
    connection: (connected) => (frame === null ? loading(connected) : frame.connected(connected)),
    unanswered: () => frame?.ask(t('game.error_no_answer'), t('game.try_again')) ?? Promise.resolve(),
    reauthenticate: () => site.reauthenticate(),
  })
  const session = await api.session()
  // A demo begins with a seed of this browser, chosen after the operator has committed itself to the other half.
  if (session.mode === 'demo' && session.seed.nonce === 0) await api.chooseDemoSeed(randomHex(16)).catch(() => undefined)
  document.title = session.game.title
  frame = buildFrame(host, session, t, site)
  const balance = new Balance(session, () => api.session())
  const gifts = new Gifts(session, () => api.gifts())
  site.listen((message) => {
    if (message.type === 'balance') void balance.hear(message)
    if (message.type === 'balance_changed') void balance.lookAgain()
    // Money that no round has caused may have come with a bonus.
    if (message.type === 'balance' && message.round_id === null) void gifts.refresh()
    if (message.type === 'pause' || message.type === 'resume') frame.root.inert = message.type === 'pause'
  })
  const money = moneyFormat(session.currency, session.locale)
  frame.stage.after(giftStrip(gifts, session, t, money))
  const sound = new Sound()
  const context = { session, api, balance, gifts, site, sitting: new Sitting(Date.now()), t, money, frame, sound }
  await draw(context)
  askForSound(frame.stage, sound, t)
  void bringMusic(sound, gameSlug(session))
  void gifts.refresh()
  void bringJackpots(context, askSite)
}

/** Opens the client of a round that is over: each press shows it again, and nothing is staked. */
async function openReplay(host: HTMLElement, t: Translate, site: Site, replay: PlayedRound, apiOf: (played: PlayedRound) => PlayApi): Promise<void> {
  const api = apiOf(replay)
  const session = await api.session()
  document.title = session.game.title
  const frame = buildFrame(host, session, t, site)
  frame.root.classList.add('is-replay')
  const money = moneyFormat(session.currency, session.locale)
  const balance = new Balance(session, () => api.session())
  const gifts = new Gifts(session, () => api.gifts())
  const sound = new Sound()
  await draw({ session, api, balance, gifts, site, sitting: new Sitting(Date.now()), t, money, frame, sound, replay })
  const { stake_cents: stake, win_cents: win } = replay.round
  frame.showStatus(t('game.replay_status', { stake: money(stake), win: money(win) }))
  askForSound(frame.stage, sound, t)
  void bringMusic(sound, gameSlug(session))
}

/** Loads the music of a title, now that it can be played. Without it the game goes on. */
async function bringMusic(sound: Sound, slug: string): Promise<void> {
  const [{ SCORES }, { Music }] = await Promise.all([import('./music/scores'), import('./music/music')])
  const score = SCORES[slug]
  if (score !== undefined) sound.bring(score, ({ context, volume }) => new Music(context, volume))
}

/** Starts the game, or shows why it cannot be played. */
async function start(host: HTMLElement): Promise<void> {
  document.documentElement.lang = language()
  const site = new Site()
  const t = await loadMessages(language())
  const progress = element('p', { text: t('game.loading') })
  const ring = element('span', { class: 'aurora-ring' })
  host.replaceChildren(element('div', { class: 'loading', attributes: { role: 'status' } }, ring, progress))
  try {
    await open(host, t, site, (connected) => {
      progress.textContent = t(connected ? 'game.loading' : 'game.loading_slow')
    })
    site.send({ type: 'ready' })
  } catch (error) {
    console.error(error)
    showProblem(host, t, site, codeOf(error))
  }
}

const host = document.getElementById('game')
if (host !== null) void start(host)
