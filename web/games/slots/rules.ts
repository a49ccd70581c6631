import type { GameContext } from '../context'
import type { SlotsDefinition } from '../play/types'
import { demoProof } from '../shell/demoProof'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { symbolName } from './reading'
import { ruleSentences } from './ruleSentences'
import { symbolPicture } from './symbolPicture'
import { paysOf } from './symbolPays'
import type { SlotTextures } from './textures'

/** The rules of a game as a dialog, made from its definition and filled for a stake each time it opens. */
export class Rules {
  readonly #context: GameContext
  readonly #definition: SlotsDefinition
  readonly #textures: SlotTextures
  readonly #content = element('div', { class: 'rules' })
  readonly #dialog: HTMLDialogElement

  constructor(context: GameContext, definition: SlotsDefinition, textures: SlotTextures) {
    this.#context = context
    this.#definition = definition
    this.#textures = textures
    this.#dialog = panel(context.t('game.rules_title'), context.t, this.#content)
    context.frame.root.append(this.#dialog)
  }

  /** Opens with the pays at a stake. */
  open(stakeCents: number): void {
    const { t, money } = this.#context
    this.#content.replaceChildren(
      element('p', { class: 'rules-stake', text: t('game.rules_at_stake', { stake: money(stakeCents) }) }),
      this.#payTable(stakeCents),
      ...ruleSentences(this.#context, this.#definition, stakeCents).map((text) => element('p', { text })),
      ...this.#proof(),
      ...this.#lines(),
      ...demoProof(this.#context),
    )
    this.#dialog.showModal()
  }

  #payTable(stakeCents: number): HTMLElement {
    const { t } = this.#context
    const cards = this.#definition.symbols.map(({ id, role }) => {
      const pays = paysOf(this.#context, this.#definition, id, stakeCents)
      const rows = pays.map(({ count, amount }) => element('div', {}, element('dt', { text: count }), element('dd', { text: amount })))
      const badge = role === 'regular' ? [] : [element('span', { class: 'role', text: t(`game.role_${role}`) })]
      return element(
        'li',
        { class: 'pay' },
        symbolPicture(this.#textures, id),
        element('div', {}, element('h3', { text: symbolName(t, id) }), ...badge, element('dl', {}, ...rows)),
      )
    })
    return element('ul', { class: 'pays' }, ...cards)
  }

  /** Where the points of the game's own jackpot are promised and proved. */
  #proof(): HTMLElement[] {
    const { jackpot } = this.#definition
    if (jackpot === undefined) return []
    const attributes = { href: `/${jackpot.identifier}`, target: '_blank', rel: 'noopener' }
    return [element('p', {}, element('a', { text: this.#context.t('game.rules_jackpot_proof'), attributes }))]
  }

  #lines(): HTMLElement[] {
    const { t } = this.#context
    const { evaluation, reels, rows } = this.#definition
    if (evaluation.kind !== 'lines') return []
    const items = evaluation.lines.map((line, i) => {
      const cells = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: reels }, (__, reel) => element('i', { class: line[reel] === row ? 'on' : '' })),
      ).flat()
      const grid = element('span', { class: 'line-grid', attributes: { role: 'img', 'aria-label': t('game.rules_line_number', { line: i + 1 }) } }, ...cells)
      grid.style.gridTemplateColumns = `repeat(${reels}, 1fr)`
      return element('li', {}, element('b', { text: String(i + 1), attributes: { 'aria-hidden': 'true' } }), grid)
    })
    return [element('h3', { text: t('game.rules_line_list') }), element('ul', { class: 'lines' }, ...items)]
  }
}
