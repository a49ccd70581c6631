import { t, tOptional } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { useMoneyText } from '@/ui/Money'
import type { Gift } from '../model/gifts'

/** What became of a gift that is over: why it ended, and where each cent went. */
export function GiftOutcome({ gift }: { gift: Gift }) {
  const lines = useOutcome(gift)
  const { finished_at: at } = gift.gift
  if (lines.length === 0 && at === null) return null
  return (
    <div className="mt-3 space-y-0.5 text-sm text-soft">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {at !== null && (
        <time dateTime={at} className="block text-xs text-muted">
          {dateTimeText(at)}
        </time>
      )}
    </div>
  )
}

function useOutcome({ type, gift }: Gift): string[] {
  const money = useMoneyText()
  const amount = (cents: number) => money(cents, gift.currency)
  const reason = gift.ended_by === null ? '' : tOptional(`gifts.ended.${gift.ended_by}`, '')
  const lines = [reason]
  if (type === 'freespins') {
    if (gift.win_cents > 0) lines.push(t('gifts.spins_won', { amount: amount(gift.win_cents) }))
  } else {
    if (gift.converted_cents > 0) lines.push(t('gifts.converted', { amount: amount(gift.converted_cents) }))
    if (gift.withheld_cents > 0)
      lines.push(t('gifts.withheld', { amount: amount(gift.withheld_cents), max: amount(gift.win_max_cents ?? gift.converted_cents) }))
    if (gift.deducted_cents > 0) lines.push(t('gifts.deducted', { amount: amount(gift.deducted_cents) }))
    if (gift.forfeited_cents > 0) lines.push(t('gifts.forfeited', { amount: amount(gift.forfeited_cents) }))
  }
  return lines.filter((line) => line !== '')
}
