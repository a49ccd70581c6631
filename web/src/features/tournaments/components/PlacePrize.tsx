import { useActiveAccount } from '@/api/session/accounts'
import type { Tournament } from '@/api/types'
import { cx } from '@/platform/cx'
import { usePrizeTexts } from '@/ui/usePrizeTexts'
import { PrizeMoney } from './PrizeMoney'

interface PlacePrizeProps {
  tournament: Pick<Tournament, 'currency' | 'display_currency'>
  /** Nothing where a place wins nothing. */
  prize: Tournament['prizes'][number] | undefined
  className?: string
}

/** What a place wins: money, or a gift with what it asks. */
export function PlacePrize({ tournament, prize, className }: PlacePrizeProps) {
  const texts = usePrizeTexts(useActiveAccount()?.currency)
  if (typeof prize?.amount_cents === 'number') {
    return <PrizeMoney tournament={tournament} amountCents={prize.amount_cents} ownCents={prize.display_amount_cents} {...(className && { className })} />
  }
  if (!prize?.gift) return <span className="text-muted">–</span>
  return (
    <span className="inline-block">
      <span className={cx('block', className)}>{texts.name(prize.gift)}</span>
      <span className="block text-xs font-normal text-muted">{texts.terms(prize.gift)}</span>
    </span>
  )
}
