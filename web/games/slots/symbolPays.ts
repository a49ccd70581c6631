import type { GameContext } from '../context'
import type { SlotsDefinition } from '../play/types'
import { symbolName } from './reading'
import type { Scene } from './scene'
import type { Window } from './timeline'

type Words = Pick<GameContext, 't' | 'money'>

/** What a count of a symbol pays. */
interface Pay {
  /** As it is said: of some games a count is the least of several. */
  count: string
  amount: string
}

/** What a symbol pays at a stake, the highest first; nothing of one that pays nothing by itself. */
export function paysOf({ t, money }: Words, definition: SlotsDefinition, symbol: string, stakeCents: number): Pay[] {
  const role = definition.symbols.find(({ id }) => id === symbol)?.role ?? 'regular'
  const scatters = role === 'scatter' || role === 'wild_scatter'
  const anywhere = definition.evaluation.kind === 'pay_anywhere' || definition.evaluation.kind === 'clusters'
  const pays = scatters ? (definition.scatter?.pays ?? {}) : (definition.pays[symbol] ?? {})
  return Object.entries(pays)
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([count, units]) => ({
      count: anywhere && role === 'regular' ? t('game.pays_or_more', { count }) : count,
      amount: money(Math.round((units * stakeCents) / definition.bet_units)),
    }))
}

/** The same in one line, with the symbol's name and what else it is. */
export function paysText(words: Words, definition: SlotsDefinition, symbol: string, stakeCents: number): string {
  const { t } = words
  const role = definition.symbols.find(({ id }) => id === symbol)?.role ?? 'regular'
  const lines = paysOf(words, definition, symbol, stakeCents).map(({ count, amount }) => `${count} – ${amount}`)
  if (role !== 'regular') lines.unshift(t(`game.role_${role}`))
  return [symbolName(t, symbol), lines.join(' · ')].filter((text) => text !== '').join(': ')
}

/** What is seen of a game at rest. */
interface Seen {
  window: Window
  stakeCents: number
}

/** Says what a symbol pays that is pressed in the window; `seen` answers null while the game is not at rest. The rules say the same. */
export function showPaysOfPressedSymbol(context: GameContext, definition: SlotsDefinition, scene: Scene, seen: () => Seen | null): void {
  scene.app.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
    const game = seen()
    if (game === null) return
    const symbol = game.window.flatMap((column, reel) => column.filter((_, row) => holds(scene, reel, row, offsetX, offsetY)))[0]
    if (symbol !== undefined && symbol !== '') context.frame.showStatus(paysText(context, definition, symbol, game.stakeCents))
  })
}

/** Whether a cell of the window is at a point of the stage. */
function holds({ reels }: Scene, reel: number, row: number, x: number, y: number): boolean {
  return reels[reel]?.spriteAt(row)?.getBounds().containsPoint(x, y) ?? false
}
