import { type GameContext, gameSlug } from '../context'
import { PlayRefusal } from '../play/api'
import { winLevel } from '../play/countup'
import { isMessageKey } from '../play/messages'
import { tellParent } from '../play/parent'
import type { RoundView, SlotsDefinition, SlotsStep } from '../play/types'
import { Pace, motionIsReduced } from '../shell/motion'
import { Celebration } from '../shell/celebration'
import { Badges } from './badges'
import { Effects } from './effects'
import { Hud } from './hud'
import { readWin, readWindow } from './reading'
import { Rules } from './rules'
import { Scene } from './scene'
import { type Beat, type Window, beats } from './timeline'

/** Time between the stops of neighbouring reels, and of one that is waited for. */
const STAGGER_MS = 190
const ANTICIPATION_MS = 1150
/** The reels turn at least so long, however fast the server answers. */
const TURN_MS_MIN = 420
const WIN_MS = 950
const FREESPIN_PAUSE_MS = 420

type SlotsRound = RoundView<SlotsStep>

/** Opens a slots game and hands it to the player. */
export async function startSlots(context: GameContext): Promise<void> {
  const definition = context.session.game.definition as SlotsDefinition
  const scene = await Scene.open(context.frame.stage, gameSlug(context.session), definition)
  const game = new SlotsGame(context, definition, scene)
  game.begin()
}

class SlotsGame {
  readonly #context: GameContext
  readonly #definition: SlotsDefinition
  readonly #scene: Scene
  readonly #pace = new Pace()
  readonly #effects: Effects
  readonly #celebration: Celebration
  readonly #hud: Hud
  readonly #rules: Rules
  readonly #badges: Badges
  #window: Window
  #balance: number
  #busy = false

  constructor(context: GameContext, definition: SlotsDefinition, scene: Scene) {
    this.#context = context
    this.#definition = definition
    this.#scene = scene
    this.#effects = new Effects(scene, this.#pace)
    this.#celebration = new Celebration(context.frame.stage, {
      t: context.t,
      money: context.money,
      sound: context.sound,
      pace: this.#pace,
      coins: (count, milliseconds) => this.#effects.coins(count, milliseconds),
    })
    this.#badges = new Badges(context.frame.stage)
    this.#rules = new Rules(context, definition, scene.textures)
    this.#hud = new Hud(context, {
      spin: () => this.#press(),
      turbo: (on) => {
        this.#pace.turbo = on
      },
      rules: () => this.#rules.open(this.#hud.stakeCents),
    })
    this.#balance = context.session.balance_cents
    this.#window = firstWindow(definition)
  }

  /** Shows the first picture, goes on with an open round, then waits for the player. */
  begin(): void {
    const { session, frame, t } = this.#context
    this.#scene.show(this.#window)
    this.#hud.balance(this.#balance)
    this.#hud.win(0, false)
    document.addEventListener('keydown', (event) => this.#key(event))
    this.#hud.spinButton.focus({ preventScroll: true })
    const open = session.open_round as SlotsRound | null
    if (open === null) {
      frame.say(t('game.status_ready'))
      return
    }
    frame.say(t('game.resumed'))
    this.#hud.holdStake(open.stake_cents)
    const last = open.steps.at(-1)
    if (last !== undefined) this.#show(last.tumbles.at(-1)?.window ?? last.window)
    void this.#guard(() => this.#finish(open))
  }

  #key(event: KeyboardEvent): void {
    const target = event.target
    const elsewhere = target instanceof HTMLElement && target.closest('button, select, dialog, [tabindex="0"]') !== null
    if (elsewhere || (event.key !== ' ' && event.key !== 'Enter') || event.repeat) return
    event.preventDefault()
    this.#press()
  }

  #press(): void {
    if (this.#busy) {
      this.#pace.skip()
      return
    }
    if (this.#balance < this.#hud.stakeCents) {
      void this.#refused('insufficient_funds')
      return
    }
    void this.#guard(() => this.#play(this.#hud.stakeCents))
  }

  /** Runs a round with the controls held; a refusal puts everything back. */
  async #guard(run: () => Promise<void>): Promise<void> {
    this.#busy = true
    this.#pace.rewind()
    this.#hud.busy(true)
    try {
      await run()
    } catch (error) {
      this.#badges.freespins(null)
      this.#show(this.#window)
      this.#hud.balance(this.#balance)
      await this.#refused(error instanceof PlayRefusal ? error.code : 'internal')
    } finally {
      this.#busy = false
      this.#hud.busy(false)
    }
  }

  async #play(stakeCents: number): Promise<void> {
    const { api, frame, t, sound } = this.#context
    sound.press()
    this.#effects.clear()
    this.#hud.win(0, false)
    this.#hud.balance(this.#balance - stakeCents)
    frame.say(t('game.status_spinning'))
    this.#turn()
    const least = this.#pace.wait(TURN_MS_MIN)
    const round = (await api.start({ stake_cents: stakeCents })) as SlotsRound
    tellParent({ type: 'round_started', round_id: round.id, stake_cents: round.stake_cents })
    await least
    await this.#present(round, 0)
    await this.#finish(round)
  }

  /** Plays what is still due in a round and settles it. */
  async #finish(from: SlotsRound): Promise<void> {
    const { api, frame, t, money } = this.#context
    let round = from
    let featured = false
    while (round.next !== null) {
      featured = true
      this.#pace.rewind()
      await this.#pace.wait(FREESPIN_PAUSE_MS)
      const left = t('game.freespins_left', { left: round.next.left, total: round.next.total })
      frame.say(left)
      this.#badges.freespins(left)
      this.#effects.clear()
      this.#turn()
      const least = this.#pace.wait(TURN_MS_MIN)
      const shown = round.steps.length
      round = (await api.step(round.id, shown)) as SlotsRound
      await least
      await this.#present(round, shown)
    }
    const level = winLevel(round.win_cents, round.stake_cents)
    this.#badges.freespins(null)
    if (featured) {
      frame.say(t('game.freespins_won', { amount: money(round.win_cents) }), level === 'none' ? 'plain' : 'won')
      if (level !== 'none') await this.#celebration.win(round.win_cents, level)
    }
    this.#balance = round.balance_cents
    this.#hud.balance(round.balance_cents)
    this.#hud.win(round.win_cents, level !== 'none')
    tellParent({
      type: 'round_finished',
      round_id: round.id,
      stake_cents: round.stake_cents,
      win_cents: round.win_cents,
    })
    tellParent({ type: 'balance', balance_cents: round.balance_cents, currency: round.currency })
  }

  #turn(): void {
    if (motionIsReduced()) return
    for (const reel of this.#scene.reels) reel.spin()
  }

  /** Plays the beats of a step. */
  async #present(round: SlotsRound, stepIndex: number): Promise<void> {
    const step = round.steps[stepIndex]
    if (step === undefined) return
    const before = round.steps.slice(0, stepIndex).reduce((sum, { win_cents: win }) => sum + win, 0)
    const alone = round.next === null && round.steps.length === 1
    for (const beat of beats(step, this.#definition, round.stake_cents)) {
      await this.#beat(beat, before, alone)
    }
    const { frame, t, money } = this.#context
    const level = winLevel(step.win_cents, round.stake_cents)
    const amount = money(step.win_cents)
    if (level !== 'none') frame.say(t('game.status_won', { amount }), 'won')
    else frame.say(step.win_cents > 0 ? t('game.status_returned', { amount }) : t('game.status_nothing'))
    frame.whisper(`${readWindow(t, this.#window)} ${step.wins.map((win) => readWin(t, money, win)).join('. ')}`)
  }

  async #beat(beat: Beat, wonBefore: number, alone: boolean): Promise<void> {
    const { frame, t, sound } = this.#context
    switch (beat.kind) {
      case 'spin':
        this.#badges.multiplier(1)
        await this.#land(beat.window, beat.anticipation)
        break
      case 'wins':
        await this.#showWins(beat)
        break
      case 'tumble':
        this.#badges.multiplier(beat.multiplier)
        if (beat.multiplier > 1) frame.say(t('game.multiplier', { multiplier: beat.multiplier }))
        if (!motionIsReduced()) {
          sound.tumble()
          await this.#effects.burst(beat.removed)
          this.#effects.clear()
          this.#showUnder(beat)
          await this.#effects.fall(beat.drops)
        }
        this.#show(beat.window)
        break
      case 'total':
        if (alone || beat.level !== 'win') await this.#celebration.win(beat.amount_cents, beat.level)
        this.#hud.win(wonBefore + beat.amount_cents, beat.level !== 'none')
        break
      case 'freespins':
        this.#pace.rewind()
        frame.say(t(beat.retrigger ? 'game.freespins_more' : 'game.freespins_awarded', { count: beat.count }))
        await this.#celebration.announce(
          t('game.freespins_label'),
          beat.retrigger ? `+${beat.count}` : String(beat.count),
        )
        break
    }
  }

  /** Lays the next window and lifts its symbols to where they fall from. */
  #showUnder(beat: Extract<Beat, { kind: 'tumble' }>): void {
    this.#scene.show(beat.window)
    for (const drop of beat.drops) {
      const reel = this.#scene.reels[drop.reel]
      if (reel !== undefined) reel.lift[drop.to] = drop.from - drop.to
    }
    for (const reel of this.#scene.reels) reel.draw()
  }

  /** Stops the reels one after the other on the server's window. */
  async #land(window: Window, anticipation: readonly boolean[]): Promise<void> {
    const { sound } = this.#context
    if (motionIsReduced()) {
      this.#show(window)
      return
    }
    const scatter = this.#definition.symbols.find(({ role }) => role === 'scatter')?.id
    let scatters = 0
    const stops: Promise<void>[] = []
    for (const [i, reel] of this.#scene.reels.entries()) {
      const awaited = anticipation[i] === true && !this.#pace.skipping
      if (awaited) {
        await Promise.all(stops)
        this.#effects.mark(i)
        sound.anticipation()
        await this.#pace.wait(ANTICIPATION_MS)
        this.#effects.unmark()
      } else if (i > 0) {
        await this.#pace.wait(STAGGER_MS)
      }
      const column = window[i] ?? []
      scatters += column.filter((symbol) => symbol === scatter).length
      const count = column.includes(scatter ?? '') ? scatters : 0
      stops.push(reel.stop(column).then(() => (count > 0 ? sound.scatter(count) : sound.stop(i))))
    }
    await Promise.all(stops)
    this.#window = window
  }

  async #showWins(beat: Extract<Beat, { kind: 'wins' }>): Promise<void> {
    const { frame, t, money, sound } = this.#context
    const { evaluation } = this.#definition
    const lines = evaluation.kind === 'lines' ? evaluation.lines : null
    for (const [i, win] of beat.wins.entries()) {
      this.#effects.light([win], lines)
      frame.say(readWin(t, money, win), beat.celebrate ? 'won' : 'plain')
      if (beat.celebrate) sound.win(i)
      if (motionIsReduced() || !beat.celebrate) await this.#pace.wait(WIN_MS * 0.7)
      else await this.#effects.pulse([win], beat.wins.length > 4 ? WIN_MS * 0.6 : WIN_MS)
    }
    if (beat.wins.length > 1) this.#effects.light(beat.wins, lines)
  }

  #show(window: Window): void {
    this.#window = window
    this.#scene.show(window)
  }

  async #refused(code: string): Promise<void> {
    const { frame, t, session } = this.#context
    const key = `game.error_${code}`
    const text = t(isMessageKey(key) ? key : 'game.error_internal')
    frame.say(text)
    const canDeposit = code === 'insufficient_funds' && session.mode === 'real' && window.parent !== window
    await frame.notice(
      text,
      canDeposit ? { label: t('game.deposit'), run: () => tellParent({ type: 'deposit' }) } : undefined,
    )
  }
}

/** What stands on the reels before the first spin: every symbol in turn, no winning window. */
function firstWindow(definition: SlotsDefinition): Window {
  const ids = definition.symbols.map(({ id }) => id)
  return Array.from({ length: definition.reels }, (_, reel) =>
    Array.from({ length: definition.rows }, (__, row) => ids[(reel * 3 + row * 2) % ids.length] ?? ''),
  )
}
