import { cx } from '@/platform/cx'
import { Button } from '@/ui/Button'
import type { OfferForm } from '../../../api/types'
import { useCurrencies } from '../../../api/currencies'
import { t } from '../../../i18n/texts'
import { BLANK } from './blanks'
import { currenciesOf, withCurrency, withoutCurrency } from './offerModel'

interface CurrenciesProps {
  offer: OfferForm
  onChange: (offer: OfferForm) => void
  /** Whose amounts are shown. */
  shown: string
  onShow: (code: string) => void
  isReadOnly: boolean
}

/** The currencies that an offer is made in: one of them is shown, others are added and taken out. */
export function Currencies({ offer, onChange, shown, onShow, isReadOnly }: CurrenciesProps) {
  const made = currenciesOf(offer)
  const left = useCurrencies().filter(({ code }) => !made.includes(code))
  return (
    <div role="group" aria-label={t('offers.currencies')} className="flex flex-wrap items-center gap-1">
      <span className="mr-1 text-sm text-muted">{t('offers.currencies')}</span>
      {made.map((code) => (
        <button
          key={code}
          type="button"
          aria-pressed={code === shown}
          onClick={() => onShow(code)}
          className={cx(
            'h-9 rounded-m px-2.5 text-sm text-soft hover:bg-hover hover:text-text',
            'aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text pointer-coarse:h-11',
          )}
        >
          {code}
        </button>
      ))}
      {!isReadOnly && left.length > 0 && (
        <select
          aria-label={t('offers.add_currency')}
          value=""
          onChange={({ target }) => {
            if (target.value === '') return
            onChange(withCurrency(offer, target.value))
            onShow(target.value)
          }}
          className={BLANK}
        >
          <option value="">{t('offers.add_currency')}</option>
          {left.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      )}
      {!isReadOnly && made.length > 1 && (
        <Button
          size="s"
          variant="ghost"
          onPress={() => {
            onChange(withoutCurrency(offer, shown))
            onShow(made.find((code) => code !== shown) ?? '')
          }}
        >
          {t('offers.remove', { name: shown })}
        </Button>
      )}
    </div>
  )
}
