import type { Tournament } from '@/api/types'
import { t } from '@/i18n/messages'
import { PrizeMoney } from './PrizeMoney'

/** All money of a tournament; what the first place wins where there are only gifts. */
export function PrizePool({ tournament, className }: { tournament: Tournament; className: string }) {
  const { money_budget_cents: budget, display_money_budget_cents: ownBudget, prizes } = tournament
  const gift = budget === 0 ? prizes[0]?.gift : undefined
  return (
    <div>
      <p className="text-xs text-muted">{t(gift ? 'tournaments.prize' : 'tournaments.prize_pool')}</p>
      {gift ? (
        <p className={className}>{gift.title}</p>
      ) : (
        <PrizeMoney tournament={tournament} amountCents={budget} ownCents={ownBudget} className={className} />
      )}
    </div>
  )
}
