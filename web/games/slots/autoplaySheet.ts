import type { GameContext } from '../context'
import type { AutoplayPlan } from '../play/autoplay'
import { type Choice, choiceGroup } from '../shell/choices'
import { element } from '../shell/dom'
import { sheet } from '../shell/sheet'

/** Rounds that may follow each other. */
const ROUNDS = [10, 25, 50, 100] as const
/** Multiples of the stake that may be lost in all, and from which a single win ends the autoplay. */
const LOSSES_X = [5, 20, 50, 100] as const
const WINS_X = [10, 25, 100] as const
/** Stands for a win of any size. */
const NEVER = 0

/** The sheet that starts an autoplay: a loss limit has to be chosen, as nothing else would end it in time. */
export class AutoplaySheet {
  readonly #context: GameContext
  readonly #start: (plan: AutoplayPlan) => void
  readonly #hasFeature: boolean
  readonly #dialog: HTMLDialogElement
  readonly #form = element('form', { class: 'autoplay-form', attributes: { novalidate: '' } })

  /** `hasFeature` tells whether the game has one at which an autoplay could stop. */
  constructor(context: GameContext, start: (plan: AutoplayPlan) => void, hasFeature = true) {
    this.#context = context
    this.#hasFeature = hasFeature
    this.#start = start
    this.#dialog = sheet(context.t('game.autoplay'), context.t, this.#form)
    context.frame.root.append(this.#dialog)
  }

  /** Opens it for rounds at this stake. */
  open(stakeCents: number): void {
    this.#form.replaceChildren(...this.#fields(stakeCents))
    this.#dialog.showModal()
  }

  #fields(stakeCents: number): Node[] {
    const { t, money } = this.#context
    const plan: { rounds: number; lossMaxCents?: number; winCents: number } = { rounds: ROUNDS[0], winCents: NEVER }
    const amounts = (multiples: readonly number[]): Choice[] => multiples.map((times) => ({ value: times * stakeCents, text: money(times * stakeCents) }))
    const start = element('button', { class: 'primary', attributes: { type: 'submit' } })
    const missing = element('p', { class: 'field-error', text: t('game.autoplay_loss_missing'), attributes: { role: 'alert', hidden: '' } })
    const show = (): void => {
      start.textContent = t('game.autoplay_start', { count: plan.rounds })
    }
    show()
    const rounds = choiceGroup({
      name: 'rounds',
      legend: t('game.autoplay_rounds'),
      choices: ROUNDS.map((count) => ({ value: count, text: String(count) })),
      chosen: plan.rounds,
      change: (count) => {
        plan.rounds = count
        show()
      },
    })
    const loss = choiceGroup({
      name: 'loss',
      legend: t('game.autoplay_loss'),
      choices: amounts(LOSSES_X),
      change: (cents) => {
        plan.lossMaxCents = cents
        missing.hidden = true
      },
    })
    const win = choiceGroup({
      name: 'single-win',
      legend: t('game.autoplay_win'),
      choices: [{ value: NEVER, text: t('game.autoplay_win_never') }, ...amounts(WINS_X)],
      chosen: NEVER,
      change: (cents) => {
        plan.winCents = cents
      },
    })
    const feature = element('input', { attributes: { type: 'checkbox', checked: '' } })
    this.#form.onsubmit = (event) => {
      event.preventDefault()
      if (plan.lossMaxCents === undefined) {
        missing.hidden = false
        loss.node.querySelector('input')?.focus()
        return
      }
      this.#dialog.close()
      this.#start({
        rounds: plan.rounds,
        lossMaxCents: plan.lossMaxCents,
        winCents: plan.winCents === NEVER ? null : plan.winCents,
        stopsAtFeature: feature.checked,
      })
    }
    return [
      element('p', { text: t('game.autoplay_stake', { stake: money(stakeCents) }) }),
      rounds.node,
      loss.node,
      missing,
      win.node,
      ...(this.#hasFeature ? [element('label', { class: 'check' }, feature, element('span', { text: t('game.autoplay_feature') }))] : []),
      element('div', { class: 'row' }, start),
    ]
  }
}
