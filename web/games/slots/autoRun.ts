import type { GameContext } from '../context'
import { Autoplay, type AutoplayEnd, type AutoplayPlan, type Played } from '../play/autoplay'
import type { MessageKey } from '../play/messages'
import type { Hud } from './hud'

const TEXTS: Readonly<Record<Exclude<AutoplayEnd, 'refused'>, MessageKey>> = {
  rounds: 'game.autoplay_over',
  loss: 'game.autoplay_over_loss',
  win: 'game.autoplay_over_win',
  feature: 'game.autoplay_over_feature',
  player: 'game.autoplay_over_player',
}

/** Plays rounds one after another until the plan, the player or a refusal ends that. */
export class AutoRun {
  readonly #context: GameContext
  readonly #hud: Pick<Hud, 'autoplay' | 'stakeCents'>
  readonly #round: () => Promise<Played | undefined>
  #running: Autoplay | null = null

  /** `round` plays one at the chosen stake; it answers nothing when it was refused. */
  constructor(context: GameContext, hud: Pick<Hud, 'autoplay' | 'stakeCents'>, round: () => Promise<Played | undefined>) {
    this.#context = context
    this.#hud = hud
    this.#round = round
  }

  /** Whether rounds follow each other now. */
  get isOn(): boolean {
    return this.#running !== null
  }

  /** Plays the rounds of the plan. */
  async start(plan: AutoplayPlan): Promise<void> {
    if (this.#running !== null) return
    const running = new Autoplay(plan)
    this.#running = running
    const { gifts, frame, t } = this.#context
    while (running.begin(gifts.paying === undefined ? this.#hud.stakeCents : 0)) {
      this.#hud.autoplay(running.left)
      const played = await this.#round()
      if (played === undefined) running.stop('refused')
      else running.count(played)
    }
    // What ends at a feature or by the player shows so at once.
    if (this.#running === running) this.#over()
    if (running.end !== undefined && running.end !== 'refused') frame.showStatus(t(TEXTS[running.end]))
  }

  /** The player ends it; the round under way is played to its end. */
  stop(): void {
    this.#running?.stop('player')
    this.#over()
  }

  /** Hears that the round under way goes on with a feature. */
  feature(): void {
    this.#running?.feature()
    if (this.#running?.end !== undefined) this.#over()
  }

  #over(): void {
    this.#running = null
    this.#hud.autoplay(null)
  }
}
