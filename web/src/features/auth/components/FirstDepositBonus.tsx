import { useQuery } from '@tanstack/react-query'
import { useWatch, type Control } from 'react-hook-form'
import { depositOffersQuery } from '@/api/session/bonuses'
import { currentLocale, t } from '@/i18n/messages'
import { FormSelect } from '@/ui/FormSelect'
import type { PlayerValues } from '@/ui/PlayerField'
import { FIRST_DEPOSIT_BONUS, NO_BONUS } from '../model/firstDepositBonus'
import { useGetsOffers } from './useGetsOffers'

/** Chooses the bonus of the first deposit, or none; it shows nothing while there is none to have in the chosen currency. */
export function FirstDepositBonus({ control }: { control: Control<PlayerValues> }) {
  const currency = useWatch({ control, name: 'currency' })
  const getsOffers = useGetsOffers()
  const all = useQuery({ ...depositOffersQuery(currentLocale()), enabled: getsOffers }).data ?? []
  const offers = all.filter(({ deposit_number: number, currencies }) => (number ?? 1) === 1 && currencies.some((amounts) => amounts.currency === currency))
  if (!getsOffers || offers.length === 0) return null
  return (
    <FormSelect
      control={control}
      name={FIRST_DEPOSIT_BONUS}
      label={t('offers.first_deposit')}
      help={t('offers.first_deposit_help')}
      autoComplete="off"
      options={[{ id: NO_BONUS, label: t('offers.none') }, ...offers.map(({ code, title }) => ({ id: code, label: title }))]}
    />
  )
}
