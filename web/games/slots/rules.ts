import { percentText } from '../../src/lib/decimals'
import type { GameContext } from '../context'
import type { SlotsDefinition } from '../play/types'
import { element } from '../shell/dom'
import { panel } from '../shell/frame'
import { symbolName } from './reading'
import { SHEET_COLUMNS } from './sheet'
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
      ...this.#sentences().map((text) => element('p', { text })),
      ...this.#lines(),
    )
    this.#dialog.showModal()
  }

  #payTable(stakeCents: number): HTMLElement {
    const { t, money } = this.#context
    const definition = this.#definition
    const unit = stakeCents / definition.bet_units
    const anywhere = definition.evaluation.kind === 'pay_anywhere'
    const cards = definition.symbols.map(({ id, role }) => {
      const pays = role === 'scatter' ? (definition.scatter?.pays ?? {}) : (definition.pays[id] ?? {})
      const rows = Object.entries(pays)
        .toSorted(([a], [b]) => Number(b) - Number(a))
        .map(([count, units]) =>
          element(
            'div',
            {},
            element('dt', { text: anywhere && role === 'regular' ? t('game.pays_or_more', { count }) : count }),
            element('dd', { text: money(Math.round(units * unit)) }),
          ),
        )
      const badge =
        role === 'regular'
          ? []
          : [element('span', { class: 'role', text: t(role === 'wild' ? 'game.role_wild' : 'game.role_scatter') })]
      return element(
        'li',
        { class: 'pay' },
        this.#picture(id),
        element('div', {}, element('h3', { text: symbolName(t, id) }), ...badge, element('dl', {}, ...rows)),
      )
    })
    return element('ul', { class: 'pays' }, ...cards)
  }

  #picture(id: string): HTMLElement {
    const index = this.#textures.names.indexOf(id)
    const rows = Math.ceil(this.#textures.names.length / SHEET_COLUMNS)
    const node = element('span', { class: 'pay-picture', attributes: { 'aria-hidden': 'true' } })
    node.style.backgroundImage = `url(${this.#textures.sheetUrl})`
    node.style.backgroundSize = `${SHEET_COLUMNS * 100}% ${rows * 100}%`
    node.style.backgroundPosition = `${((index % SHEET_COLUMNS) / (SHEET_COLUMNS - 1)) * 100}% ${(Math.floor(index / SHEET_COLUMNS) / Math.max(1, rows - 1)) * 100}%`
    return node
  }

  #sentences(): string[] {
    const { t, session } = this.#context
    const { evaluation, wild, scatter, freespins, tumble, symbols, max_win_x: multiple } = this.#definition
    const named = (role: 'wild' | 'scatter'): string =>
      symbolName(t, symbols.find((symbol) => symbol.role === role)?.id ?? '')
    const said: string[] = []
    if (evaluation.kind === 'lines') said.push(t('game.rules_lines', { count: evaluation.lines.length }))
    if (evaluation.kind === 'ways') said.push(t('game.rules_ways'))
    if (evaluation.kind === 'pay_anywhere') said.push(t('game.rules_pay_anywhere'))
    if (wild !== undefined) said.push(t('game.rules_wild', { symbol: named('wild') }))
    if (wild !== undefined && wild.multiplier > 1)
      said.push(t('game.rules_wild_multiplier', { multiplier: wild.multiplier }))
    if (tumble !== undefined)
      said.push(
        t('game.rules_tumble', { count: tumble.max_tumbles, ladder: tumble.multipliers.map((m) => `×${m}`).join(' ') }),
      )
    if (scatter !== undefined) said.push(t('game.rules_scatter', { symbol: named('scatter') }))
    for (const [count, spins] of Object.entries(scatter?.freespins ?? {}))
      said.push(t('game.rules_freespins', { count, spins }))
    if (freespins !== undefined) {
      if (freespins.multiplier > 1)
        said.push(t('game.rules_freespins_multiplier', { multiplier: freespins.multiplier }))
      said.push(t('game.rules_freespins_max', { total: freespins.max_total }))
    }
    if (session.rtp !== null) said.push(t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) }))
    said.push(
      t('game.rules_max', { multiple: new Intl.NumberFormat(session.locale).format(multiple) }),
      t('game.rules_fair'),
      t('game.rules_malfunction'),
      t('game.rules_keys'),
    )
    return said
  }

  #lines(): HTMLElement[] {
    const { t } = this.#context
    const { evaluation, reels, rows } = this.#definition
    if (evaluation.kind !== 'lines') return []
    const items = evaluation.lines.map((line, i) => {
      const cells = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: reels }, (__, reel) => element('i', { class: line[reel] === row ? 'on' : '' })),
      ).flat()
      const grid = element(
        'span',
        { class: 'line-grid', attributes: { role: 'img', 'aria-label': t('game.rules_line_number', { line: i + 1 }) } },
        ...cells,
      )
      grid.style.gridTemplateColumns = `repeat(${reels}, 1fr)`
      return element('li', {}, element('b', { text: String(i + 1), attributes: { 'aria-hidden': 'true' } }), grid)
    })
    return [element('h3', { text: t('game.rules_line_list') }), element('ul', { class: 'lines' }, ...items)]
  }
}
