import { currentLocale } from '@/i18n/messages'
import type { TableRound } from '../../api/types'
import { Amount } from '../../ui/Amount'

/** A multiplier in hundredths. */
export function times(hundredths: number | null): string {
  return hundredths === null ? '–' : `${(hundredths / 100).toLocaleString(currentLocale(), { minimumFractionDigits: 2 })}×`
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
