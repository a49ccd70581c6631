import type { PrizeBonus } from '@/api/types'
import { t } from '@/i18n/messages'
import { useMoneyText } from '@/ui/Money'
import { amountFor } from '../model/boxes'

/** How prizes are called, and what they ask, with amounts in `currency`; in euros where a prize does not know it. */
export function usePrizeTexts(currency: string | undefined) {
  const money = useMoneyText()
  return {
    name: ({ title, attributes }: PrizeBonus): string => {
      const amount = amountFor(attributes.bonus_amount, currency)
      return amount ? t('lootbox.bonus', { title, amount: money(amount.amount_cents, amount.currency) }) : title
    },
    terms: ({ result_bonus: { wager, max_win } }: PrizeBonus): string => {
      const most = amountFor(max_win, currency)
      return most ? t('lootbox.terms_text', { wager, amount: money(most.amount_cents, most.currency) }) : t('lootbox.wager_text', { wager })
    },
  }
}
