import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ratesQuery } from '@/api/info/reference'
import { useAccounts } from '@/api/session/accounts'
import { useClientContext } from '@/api/session/clientContext'
import { t } from '@/i18n/messages'
import { worthOf } from '@/domain/money'
import { CurrenciesContext, useMoneyText } from '@/ui/Money'

/**
 * What an amount of a coin is worth today, in the money that the player keeps, else in that of the country. Null for
 * money, without an amount, and where no rate is known.
 */
export function useWorthText(cents: number | null, currency: string): string | null {
  const money = useMoneyText()
  const currencies = use(CurrenciesContext)
  const find = (code: string | undefined) => currencies.find((known) => known.code === code)
  const coin = find(currency)
  const isCoin = coin?.fiat === false
  const rates = useQuery({ ...ratesQuery, enabled: isCoin }).data
  const kept = useAccounts()
    ?.map((account) => find(account.currency))
    .find((known) => known?.fiat)
  const local = find(useClientContext()?.currency)
  const fiat = kept ?? (local?.fiat ? local : find('EUR'))
  if (cents === null || !isCoin || !fiat) return null
  const worth = worthOf(cents, coin, fiat, rates?.rates[currency]?.[fiat.code])
  return worth === null ? null : t('cashbox.worth', { amount: money(worth, fiat.code) })
}
