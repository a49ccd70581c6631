import { percentText } from '../../src/platform/decimals'
import type { GameContext } from '../context'
import type { ReelSet, Role, SlotsDefinition } from '../play/types'
import { walletSentences } from '../play/wallet'
import { symbolName } from './reading'
import { symbolOf } from './timeline'

/** Millionths in a percent. */
const PPM_OF_PERCENT = 10_000

/** The rules of a game in sentences, made from its definition; amounts are those of a stake. */
export function ruleSentences(context: GameContext, definition: SlotsDefinition, stakeCents: number): string[] {
  const { t, session } = context
  const { evaluation, tumble, max_win_x: multiple } = definition
  const said: string[] = []
  if (evaluation.kind === 'lines') said.push(t('game.rules_lines', { count: evaluation.lines.length }))
  if (evaluation.kind === 'ways') said.push(t('game.rules_ways'))
  if (evaluation.kind === 'pay_anywhere') said.push(t('game.rules_pay_anywhere'))
  if (evaluation.kind === 'clusters') said.push(t('game.rules_clusters'))
  said.push(...heightSentences(context, definition), ...wildSentences(context, definition))
  if (tumble !== undefined) {
    const values = { count: tumble.max_tumbles, ladder: ladder(tumble.multipliers) }
    said.push(tumble.whole === true ? t('game.rules_tumble_whole', values) : t('game.rules_tumble', values))
  }
  said.push(...levelSentences(context, definition))
  said.push(...freespinSentences(context, definition))
  said.push(...featureSentences(context, definition, stakeCents))
  if (session.rtp !== null) said.push(t('game.rules_rtp', { rtp: percentText(session.rtp, session.locale) }))
  said.push(...jackpotSentences(context, definition))
  said.push(
    t('game.rules_max', { multiple: new Intl.NumberFormat(session.locale).format(multiple) }),
    ...walletSentences(t, session),
    t(session.mode === 'demo' ? 'game.rules_fair_demo' : 'game.rules_fair'),
    t('game.rules_name', { name: session.game.definition_hash }),
    t('game.rules_malfunction'),
    t('game.rules_keys'),
    ...(session.controls.autoplay ? [t('game.rules_hold_to_spin')] : []),
  )
  return said
}

/** How many symbols the reels can show, where that changes. */
function heightSentences({ t }: GameContext, { heights }: SlotsDefinition): string[] {
  if (heights === undefined) return []
  const shown = heights.weights.map((weights) => Object.keys(weights).map(Number))
  const ways = shown.reduce((product, counts) => product * Math.max(...counts), 1)
  return [t('game.rules_heights', { least: Math.min(...shown.flat()), most: Math.max(...shown.flat()), ways })]
}

/** What the rungs of a ladder do. */
function levelSentences({ t, session }: GameContext, { levels, freespins }: SlotsDefinition): string[] {
  if (levels === undefined) return []
  const symbols = new Intl.ListFormat(session.locale, { type: 'unit' }).format(levels.leaving.map((id) => symbolName(t, id)))
  const awards = Object.entries(levels.freespins).map(([rung, spins]) => t('game.rules_levels_freespins', { rung, spins }))
  const from = freespins?.from_rung === undefined ? [] : [t('game.rules_from_rung', { rung: freespins.from_rung })]
  return [t('game.rules_levels', { symbols }), ...awards, ...from]
}

function wildSentences(context: GameContext, definition: SlotsDefinition): string[] {
  const { t } = context
  const { wild, expanding_wild: expanding } = definition
  if (wild === undefined) return []
  if (symbolOf(definition, 'wild_scatter') !== undefined) return [t('game.rules_wild_scatter', { symbol: named(context, definition, 'wild_scatter') })]
  const symbol = named(context, definition, 'wild')
  const said = [substitution(context, definition, symbol)]
  if (wild.multiplier > 1) said.push(t('game.rules_wild_multiplier', { multiplier: wild.multiplier }))
  if (expanding !== undefined) said.push(t('game.rules_expanding_wild', { symbol }))
  if (expanding?.multipliers.some((by) => by > 1) === true)
    said.push(t('game.rules_expanding_wild_multiplier', { ladder: ladder(expanding.multipliers.slice(1)) }))
  return said
}

/** What the wild substitutes for: the sentence names the symbols of this game that it leaves alone. */
function substitution(context: GameContext, definition: SlotsDefinition, symbol: string): string {
  const { t, session } = context
  const left = definition.symbols.filter(({ role }) => role === 'scatter' || role === 'coin').map(({ id }) => symbolName(t, id))
  if (left.length === 0) return t('game.rules_wild', { symbol })
  const except = new Intl.ListFormat(session.locale, { type: 'conjunction' }).format(left)
  return t('game.rules_wild_except', { symbol, except })
}

function freespinSentences(context: GameContext, definition: SlotsDefinition): string[] {
  const { t } = context
  const { scatter, freespins } = definition
  const said: string[] = []
  if (symbolOf(definition, 'scatter') !== undefined)
    said.push(t(paysByItself(definition) ? 'game.rules_scatter' : 'game.rules_scatter_counts', { symbol: named(context, definition, 'scatter') }))
  for (const [count, spins] of Object.entries(scatter?.freespins ?? {})) said.push(t('game.rules_freespins', { count, spins }))
  if (freespins === undefined) return said
  if (freespins.multiplier > 1) said.push(t('game.rules_freespins_multiplier', { multiplier: freespins.multiplier }))
  if (freespins.expanding_symbol !== undefined) said.push(t('game.rules_expanding_symbol'), chances(context, freespins.expanding_symbol))
  if (freespins.sticky_wilds !== undefined) {
    const symbol = named(context, definition, 'wild')
    said.push(t('game.rules_sticky_wilds', { symbol, ladder: ladder(freespins.sticky_wilds.ladder.slice(1)) }))
  }
  const again = retriggers(definition, freespins.reel_set)
  said.push(t(again ? 'game.rules_freespins_again' : 'game.rules_freespins_max', { total: freespins.max_total }))
  return said
}

function featureSentences(context: GameContext, definition: SlotsDefinition, stakeCents: number): string[] {
  const { t, money, session } = context
  const { hold_and_win: hold, mystery, nudge, bonus_buy: buy } = definition
  const unit = stakeCents / definition.bet_units
  const said: string[] = []
  if (hold !== undefined) {
    const all = hold.values.reduce((sum, { weight }) => sum + weight, 0)
    const percent = percentFormat(session.locale)
    const values = hold.values.map(({ units, weight, prize }) => {
      const parts = { amount: money(units * unit), chance: percent.format(weight / all) }
      return prize === undefined ? t('game.rules_hold_value', parts) : t('game.rules_hold_prize', { ...parts, prize: t(`game.prize_${prize}`) })
    })
    said.push(
      t('game.rules_hold', { trigger: hold.trigger, respins: hold.respins, ...hold.chance }),
      t('game.rules_hold_values', { values: values.join(', ') }),
      t('game.rules_hold_full', { amount: money(hold.full_units * unit) }),
    )
  }
  if (mystery !== undefined) said.push(t('game.rules_mystery', { symbol: named(context, definition, 'mystery') }), chances(context, mystery.weights))
  if (nudge !== undefined) said.push(t('game.rules_nudge', { ...nudge.chance }))
  if (buy !== undefined && session.bonus_buy) said.push(t('game.rules_buy', { price: money(stakeCents * buy.cost_x) }))
  return said
}

/** What feeds the game's own jackpot, how it is won, and what the return comes to with it. */
function jackpotSentences({ t, session }: GameContext, { jackpot }: SlotsDefinition): string[] {
  if (jackpot === undefined) return []
  const percent = jackpot.contribution_ppm / PPM_OF_PERCENT
  const shown = (text: string): string => percentText(text, session.locale)
  const share = shown(String(percent))
  const total = session.rtp_with_jackpot === null ? [] : [t('game.rules_jackpot_rtp', { rtp: shown(session.rtp_with_jackpot) })]
  return [t('game.rules_jackpot', { share }), ...total, t('game.rules_jackpot_point'), t('game.rules_jackpot_real')]
}

/** Whether scatters pay, and do not only award free spins. */
function paysByItself({ scatter }: SlotsDefinition): boolean {
  return Object.keys(scatter?.pays ?? {}).length > 0
}

/** Whether free spins can win more of them: their reels show enough scatters, and the first award leaves room. */
function retriggers(definition: SlotsDefinition, reelSet: ReelSet): boolean {
  const awards = Object.entries(definition.scatter?.freespins ?? {})
  const scatter = symbolOf(definition, 'scatter', 'wild_scatter')
  const most = definition.freespins?.max_total ?? 0
  if (scatter === undefined || !awards.some(([, spins]) => spins < most)) return false
  return scattersMax(definition, reelSet, scatter) >= Math.min(...awards.map(([count]) => Number(count)))
}

/** The most scatters that a window of these reels can show. */
function scattersMax({ reels, rows }: SlotsDefinition, reelSet: ReelSet, scatter: string): number {
  if (reelSet.kind === 'cells') return (reelSet.weights[scatter] ?? 0) > 0 ? reels * rows : 0
  if (reelSet.kind === 'reel_cells') return rows * reelSet.weights.filter((weights) => (weights[scatter] ?? 0) > 0).length
  const shown = reelSet.strips.map((strip) => {
    const windows = strip.map((_, stop) => Array.from({ length: rows }, (__, row) => strip[(stop + row) % strip.length]))
    return Math.max(0, ...windows.map((window) => window.filter((symbol) => symbol === scatter).length))
  })
  return shown.reduce((sum, count) => sum + count, 0)
}

/** The chance of each symbol that a draw by weight decides between. */
function chances({ t, session }: GameContext, weights: Readonly<Record<string, number>>): string {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const percent = percentFormat(session.locale)
  const values = Object.entries(weights)
    .toSorted(([, a], [, b]) => a - b)
    .map(([id, weight]) => t('game.rules_symbol_chance', { symbol: symbolName(t, id), chance: percent.format(weight / all) }))
  return t('game.rules_draw_chances', { values: values.join(', ') })
}

function percentFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
}

function named(context: GameContext, definition: SlotsDefinition, role: Role): string {
  return symbolName(context.t, symbolOf(definition, role) ?? '')
}

function ladder(multipliers: readonly number[]): string {
  return multipliers.map((by) => `×${by}`).join(' ')
}
