import { currentLocale } from '@/i18n/messages'
import type { TableRound } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'

/** A multiplier in hundredths. */
export function times(hundredths: number | null): string {
  return hundredths === null ? '–' : `${(hundredths / 100).toLocaleString(currentLocale(), { minimumFractionDigits: 2 })}×`
}

/** What a round came to: where it crashed, or what its two hands were worth. */
export function outcomeOf({ point, outcome }: Pick<TableRound, 'point' | 'outcome'>): string {
  if (outcome === null) return times(point)
  const { player, banker } = outcome
  return t(outcome.winner === 'tie' ? 'tables.tie' : outcome.winner === 'banker' ? 'tables.banker_won' : 'tables.player_won', { player, banker })
}

/** What was staked on a round, or won, one line for each currency. */
export function Sums({ round, of }: { round: TableRound | null; of: 'stakes_cents' | 'wins_cents' }) {
  if (!round || round.sums.length === 0) return '–'
  return round.sums.map((sum) => (
    <span key={sum.currency} className="block">
      <Amount cents={sum[of]} currency={sum.currency} />
    </span>
  ))
}
