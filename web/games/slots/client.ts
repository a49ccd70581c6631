import { type GameContext, gameSlug } from '../context'
import type { Wager } from '../play/api'
import type { Played } from '../play/autoplay'
import { GameCycle } from '../play/cycle'
import { winLevel } from '../play/countup'
import { bareFormat } from '../play/money'
import type { SlotsDefinition, SlotsStep } from '../play/types'
import { Hold, onPlayKey, playHeld } from '../shell/hold'
import { Playback } from '../shell/motion'
import { showRefusal } from '../shell/refusal'
import { Celebration } from '../shell/celebration'
import { AutoplaySheet } from './autoplaySheet'
import { AutoRun } from './autoRun'
import { Badges } from './badges'
import { CoverMeter, coverSteps } from './badgesCover'
import { BeatShow } from './beatShow'
import { Board } from './board'
import { Effects } from './effects'
import { FeatureLayer } from './featureLayer'
import { FeatureShow } from './featureShow'
import { Hud } from './hud'
import { Idle } from './idle'
import { lookOf } from './look'
import type { ShowParts, SlotsRound } from './parts'
import { readWin, readWindow } from './reading'
import { Reels } from './reels'
import { Rules } from './rules'
import { Scene } from './scene'
import { dress, placeReels } from './stageLook'
import { symbolClasses } from './symbolMotion'
import { symbolPicture } from './symbolPicture'
import { showPaysOfPressedSymbol } from './symbolPays'
import { beats, isHolding, restingWindow, symbolOf, winsOf } from './timeline'
import { WinShow } from './winShow'

/** The reels turn at least so long, however fast the server answers. */
const TURN_MS_MIN = 420
/** The same in quick play, at normal pace. */
const QUICK_TURN_MS_MIN = 200
const FREESPIN_PAUSE_MS = 420

/** Opens a slots game and hands it to the player. */
export async function startSlots(context: GameContext): Promise<void> {
  const definition = context.session.game.definition as SlotsDefinition
  const scene = await Scene.open(context.frame.stage, gameSlug(context.session), definition)
  // The renderer draws on by itself once the browser gives the graphics back, as phones do after a call.
  scene.app.canvas.addEventListener('webglcontextlost', () => context.frame.graphics(false))
  scene.app.canvas.addEventListener('webglcontextrestored', () => context.frame.graphics(true))
  const game = new SlotsGame(context, definition, scene)
  game.begin()
}

class SlotsGame {
  readonly #context: GameContext
  readonly #definition: SlotsDefinition
  readonly #scene: Scene
  readonly #playback = new Playback()
  readonly #effects: Effects
  readonly #hud: Hud
  readonly #rules: Rules
  readonly #board: Board
  readonly #feature: FeatureShow
  readonly #beats: BeatShow
  readonly #features: FeatureLayer
  readonly #reels: Reels
  readonly #wins: WinShow
  readonly #idle: Idle
  readonly #auto: AutoRun
  readonly #cycle: GameCycle
  #hold: Hold | undefined
  #onShow: Promise<unknown> | undefined
  #turning = false

  constructor(context: GameContext, definition: SlotsDefinition, scene: Scene) {
    this.#context = context
    this.#definition = definition
    this.#scene = scene
    const bare = bareFormat(context.session.currency, context.session.locale)
    this.#features = new FeatureLayer(scene, this.#playback, ({ prize, amount_cents: amount }) =>
      prize === undefined ? bare(amount) : context.t(`game.prize_${prize}`),
    )
    this.#effects = new Effects(scene, this.#playback, definition)
    const celebration = new Celebration(context.frame.stage, {
      t: context.t,
      money: context.money,
      sound: context.sound,
      playback: this.#playback,
      coins: (count, milliseconds) => this.#effects.coins(count, milliseconds),
    })
    this.#wins = new WinShow(context, definition, this.#effects, this.#playback)
    this.#board = new Board(context, definition)
    dress(context.frame.root, lookOf(gameSlug(context.session)))
    const badges = new Badges(context, this.#board, coverMeter(definition, scene))
    const place = (layout: Scene['layout']): void => {
      this.#board.place(layout)
      badges.place(layout)
      placeReels(context.frame.stage, layout)
    }
    place(scene.layout)
    scene.onLayout = place
    this.#rules = new Rules(context, definition, scene.textures)
    const plan = new AutoplaySheet(context, (chosen) => void this.#auto.start(chosen))
    this.#hud = new Hud(
      context,
      {
        spin: () => this.#press(),
        turbo: (on) => {
          this.#playback.turbo = on
        },
        stake: (cents) => this.#board.stake(cents),
        rules: () => this.#rules.open(this.#hud.stakeCents),
        buy: () => void this.#askToBuy(),
        autoplay: () => (this.#auto.isOn ? this.#auto.stop() : plan.open(this.#hud.stakeCents)),
      },
      context.session.bonus_buy ? (definition.bonus_buy?.cost_x ?? 0) : 0,
    )
    this.#auto = new AutoRun(context, this.#hud, () => this.#spin())
    this.#cycle = new GameCycle(context.session.controls.cycle_ms)
    if (context.session.controls.autoplay) this.#hold = this.#holdToPlay()
    context.balance.onChange = () => this.#showBalance()
    context.gifts.listen(() => this.#hud.freeStake(context.gifts.paying?.stake_cents))
    this.#idle = new Idle(
      () => this.#reels.window,
      symbolClasses(definition),
      (cells, playback) => void this.#effects.stir(cells, playback),
    )
    this.#reels = new Reels(scene, definition, this.#effects, this.#playback, context.sound)
    const parts: ShowParts = {
      context,
      definition,
      scene,
      playback: this.#playback,
      reels: this.#reels,
      effects: this.#effects,
      features: this.#features,
      badges,
      board: this.#board,
      celebration,
      wins: this.#wins,
      hud: this.#hud,
    }
    this.#feature = new FeatureShow(parts)
    this.#beats = new BeatShow(parts, this.#feature, () => {
      this.#turning = false
    })
  }

  /** Shows the first picture, goes on with an open round, then waits for the player. */
  begin(): void {
    const { session, frame, t } = this.#context
    this.#reels.show(this.#reels.window)
    this.#showBalance()
    this.#hud.win(0, false)
    showPaysOfPressedSymbol(this.#context, this.#definition, this.#scene, () =>
      this.#onShow === undefined && !this.#auto.isOn ? { window: this.#reels.window, stakeCents: this.#hud.stakeCents } : null,
    )
    onPlayKey(() => this.#press())
    this.#hud.spinButton.focus({ preventScroll: true })
    const open = session.open_round as SlotsRound | null
    if (open === null) {
      frame.showStatus(t('game.status_ready'))
      this.#idle.start()
      return
    }
    frame.showStatus(t('game.resumed'))
    this.#feature.dusk(open.next !== null)
    this.#hud.holdStake(open.bet_cents)
    this.#hud.win(open.win_cents, open.win_cents > open.stake_cents)
    const last = open.steps.at(-1)
    if (last !== undefined) this.#resume(last)
    void this.#guard(() => this.#finish(open))
  }

  /** Shows where an open round was left. */
  #resume(last: SlotsStep): void {
    this.#reels.show(restingWindow(last, this.#definition))
    const holding = this.#definition.hold_and_win !== undefined
    this.#features.coins(last.coins ?? [], holding)
    if (holding) this.#reels.blank(last.coins ?? [])
    this.#features.stick(last.sticky ?? [])
    if (this.#definition.expanding_wild !== undefined) {
      this.#reels.covered = last.covered ?? []
      void this.#features.cover(this.#reels.covered)
    }
  }

  #press(): void {
    if (this.#auto.isOn) {
      this.#auto.stop()
      this.#hold?.spend()
    } else if (this.#onShow === undefined) {
      void this.#spin()
    } else if (!this.#turning || this.#context.session.controls.quick_spin) {
      this.#playback.skip()
    }
  }

  /** Plays a round at the chosen stake; answers nothing when it was refused. */
  #spin(): Promise<Played | undefined> {
    return this.#guard(() => this.#play(this.#hud.stakeCents))
  }

  /** Plays on for as long as the button or the key is held down. */
  #holdToPlay(): Hold {
    const game = { auto: this.#auto, spin: () => this.#spin(), onShow: () => this.#onShow }
    const hold = new Hold(this.#hud.spinButton, () => void playHeld(hold, game))
    return hold
  }

  async #askToBuy(): Promise<void> {
    if (this.#onShow !== undefined) return
    const { frame, t, money } = this.#context
    const priceCents = this.#hud.priceCents
    const price = money(priceCents)
    const run = (): void => void this.#guard(() => this.#play(this.#hud.stakeCents, priceCents))
    await frame.notice(t('game.buy_question', { price }), { label: t('game.buy_confirm', { price }), run })
  }

  /** Runs a round with the controls held; a refusal puts everything back. */
  #guard(run: () => Promise<Played>): Promise<Played | undefined> {
    const round = this.#guarded(run)
    this.#onShow = round
    return round
  }

  async #guarded(run: () => Promise<Played>): Promise<Played | undefined> {
    this.#playback.rewind()
    this.#wins.stop()
    this.#idle.stop()
    this.#hud.busy(true)
    this.#scene.rest(false)
    try {
      const played = await run()
      await this.#cycle.over()
      return played
    } catch (error) {
      this.#turning = false
      this.#feature.clear()
      this.#reels.show(this.#reels.window)
      this.#context.site.send({ type: 'shown' })
      // What became of a stake that was refused half-way, only the server knows.
      await this.#context.balance.refresh()
      this.#hud.balance(this.#context.balance.cents)
      await showRefusal(this.#context, error)
      return undefined
    } finally {
      this.#onShow = undefined
      this.#hud.busy(false)
      this.#showBalance()
      this.#scene.rest(true)
      this.#wins.rest()
      if (!this.#wins.isShowing) this.#idle.start()
      void this.#context.gifts.afterRound()
    }
  }

  /** Shows the balance, unless a turn is under way that would be told by it. */
  #showBalance(): void {
    if (this.#onShow === undefined) this.#hud.balance(this.#context.balance.cents)
  }

  /** Plays a round: staked, bought for a price, or paid by free spins. */
  async #play(stakeCents: number, priceCents?: number): Promise<Played> {
    const { api, balance, gifts, frame, site, t, sound } = this.#context
    const free = priceCents === undefined ? gifts.paying : undefined
    sound.press()
    this.#effects.clear()
    this.#feature.clear()
    this.#hud.win(0, false)
    await site.unpaused()
    frame.showStatus(t('game.status_spinning'))
    const left = balance.cents - (free === undefined ? (priceCents ?? stakeCents) : 0)
    // Only the server knows whether a balance that looks too small still is: its answer comes before the reels turn.
    const looksCovered = left >= 0
    const turn = (): Promise<void> => {
      this.#hud.balance(Math.max(0, left))
      this.#turn()
      return this.#turnTime()
    }
    site.send({ type: 'turning' })
    const early = looksCovered ? turn() : undefined
    const wager: Wager = free === undefined ? { stake_cents: stakeCents, ...(priceCents === undefined ? {} : { buy: true }) } : { freespins_id: free.id }
    const round = (await this.#cycle.start(() => api.start(wager))) as SlotsRound
    if (free !== undefined) gifts.played(free.id)
    site.send({ type: 'round_opened', round_id: round.id, stake_cents: round.stake_cents, currency: round.currency })
    await (early ?? turn())
    await this.#present(round, 0)
    return this.#finish(round, free === undefined ? round.stake_cents : 0)
  }

  /** Plays what is still due in a round, which the player has paid so much for, and settles it. */
  async #finish(from: SlotsRound, paidCents = from.stake_cents): Promise<Played> {
    const { api, balance, site, sitting } = this.#context
    let round = from
    let featured = false
    balance.settle(from)
    while (round.next !== null) {
      await site.unpaused()
      site.send({ type: 'shown' })
      if (!featured) {
        this.#auto.feature()
        await this.#feature.begin(round, round.next)
      }
      featured = true
      this.#playback.rewind()
      await this.#playback.wait(FREESPIN_PAUSE_MS)
      this.#wins.stop()
      this.#effects.clear()
      this.#feature.turn(round.next)
      // Held coins stay, and what lies between them is drawn without reels.
      const turns = !isHolding(round.next, this.#definition)
      if (turns) this.#turn()
      const least = turns ? this.#turnTime() : Promise.resolve()
      site.send({ type: 'turning' })
      const shown = round.steps.length
      round = (await api.step(round.id, shown)) as SlotsRound
      balance.settle(round)
      await least
      await this.#present(round, shown)
      this.#feature.shown(round)
    }
    this.#reels.covered = []
    // What a feature won is measured by the bet it is played at, but less than a bought round cost is no win.
    const level = round.win_cents > round.stake_cents ? winLevel(round.win_cents, round.bet_cents) : 'none'
    if (featured) await this.#feature.end(round, level)
    this.#feature.dusk(false)
    this.#board.factor(1)
    this.#hud.balance(balance.cents)
    this.#hud.win(round.win_cents, level !== 'none')
    site.send({ type: 'shown' })
    const { id, stake_cents, win_cents, currency } = round
    const played = { paid_cents: paidCents, win_cents }
    sitting.add({ at: Date.now(), ...played })
    site.send({ type: 'round_closed', round_id: id, stake_cents, win_cents, currency })
    return played
  }

  #turn(): void {
    this.#turning = true
    this.#reels.turn()
  }

  #turnTime(): Promise<void> {
    return this.#playback.wait(this.#playback.turbo ? QUICK_TURN_MS_MIN : TURN_MS_MIN)
  }

  /** Plays the beats of a step. */
  async #present(round: SlotsRound, index: number): Promise<void> {
    const step = round.steps[index]
    if (step === undefined) return
    for (const beat of beats(step, this.#definition, round.bet_cents)) await this.#beats.show(beat, { round, index })
    const { frame, t, money } = this.#context
    // Held coins are paid at the end: a respin in between is no loss.
    if (round.next !== null && isHolding(round.next, this.#definition)) return
    if (isLost(round, step)) frame.showStatus(t('game.status_nothing'))
    frame.announce(
      `${readWindow(t, this.#reels.window)} ${winsOf(step)
        .map((win) => readWin(t, money, win))
        .join('. ')}`,
    )
  }
}

/** Whether a spin has won nothing and nothing comes of it: neither a feature nor the total of one. */
function isLost({ next }: SlotsRound, { kind, win_cents: won, freespins_awarded: awarded }: SlotsStep): boolean {
  const endsFeature = next === null && (kind === 'freespin' || kind === 'respin')
  return won === 0 && awarded === 0 && next?.kind !== 'respin' && !endsFeature
}

function coverMeter(definition: SlotsDefinition, { textures }: Scene): CoverMeter | null {
  const steps = coverSteps(definition)
  const wild = symbolOf(definition, 'wild')
  return steps.length === 0 || wild === undefined ? null : new CoverMeter(steps, () => symbolPicture(textures, wild))
}
