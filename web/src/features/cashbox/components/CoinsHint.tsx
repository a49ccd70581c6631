import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCurrencies, walletCurrenciesQuery } from '@/api/info/reference'
import { currentLocale, t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { Icon } from '@/ui/Icon'

/** Tells who pays with money that coins can be paid with too, where they can; leads to the choice of a wallet. */
export function CoinsHint() {
  const openable = useQuery(walletCurrenciesQuery).data ?? []
  const coins = useCurrencies().filter(({ code, fiat }) => !fiat && openable.includes(code))
  if (coins.length === 0) return null
  const names = new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(coins.map(({ code }) => currencyName(code)))
  return (
    <Link
      to="/popup/$name"
      params={{ name: 'currency-select' }}
      className="pressable mt-6 flex items-center gap-3.5 rounded-m border border-line bg-page/50 px-4 py-3 hover:border-line-strong"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-info/12 text-info">
        <Icon name="wallet" size={20} />
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{t('cashbox.coins_hint', { coins: names })}</span>
        <span className="block text-xs text-soft">{t('cashbox.coins_hint_text')}</span>
      </span>
      <Icon name="chevronRight" size={18} className="text-muted" />
    </Link>
  )
}
