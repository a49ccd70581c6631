import { useActiveAccount } from '@/api/session/accounts'
import type { Lottery } from '@/api/types'
import { t } from '@/i18n/messages'
import { Money, useMoneyText } from '@/ui/Money'

type Prize = Lottery['prizes'][number]

/** What a place wins. */
export function PrizeName({ prize, currency }: { prize: Prize; currency: string }) {
  if (prize.amount_cents !== null) return <Money amountCents={prize.amount_cents} currency={currency} className="font-semibold" />
  return <span className="font-semibold">{prize.gift?.title}</span>
}

/** What is asked of a bonus or of what free spins win; nothing of money. */
export function PrizeTerms({ prize }: { prize: Prize }) {
  const own = useActiveAccount()?.currency ?? 'EUR'
  const money = useMoneyText()
  if (!prize.gift) return null
  const { wager, max_win } = prize.gift.result_bonus
  const most = max_win[own]
  const text = most ? t('lootbox.terms_text', { wager, amount: money(most.amount_cents, own) }) : t('lootbox.wager_text', { wager })
  return <span className="block text-xs text-muted">{text}</span>
}
