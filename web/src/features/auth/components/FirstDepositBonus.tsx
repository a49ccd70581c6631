import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { depositOffersQuery } from '@/api/session/bonuses'
import { currentLocale, t } from '@/i18n/messages'
import type { PlayerValues } from '@/ui/PlayerField'
import { Select } from '@/ui/Select'
import { useGetsOffers } from './useGetsOffers'

/** The field of the form. */
export const FIRST_DEPOSIT_BONUS = 'deposit_bonus_code'
/** The option of the list that stands for no bonus, which the form holds as an empty text. */
const NONE = '-'

/** Chooses the bonus of the first deposit, or none; it shows nothing while there is none to have in the chosen currency. */
export function FirstDepositBonus({ control }: { control: Control<PlayerValues> }) {
  const { field, fieldState } = useController({ control, name: FIRST_DEPOSIT_BONUS })
  const currency = useWatch({ control, name: 'currency' })
  const getsOffers = useGetsOffers()
  const all = useQuery({ ...depositOffersQuery(currentLocale()), enabled: getsOffers }).data ?? []
  const offers = all.filter(
    ({ deposit_number: number, currencies }) => (number ?? 1) === 1 && currencies.some((amounts) => amounts.currency === currency),
  )
  const { value, onChange } = field
  const isOnOffer = offers.some(({ code }) => code === value)
  useEffect(() => {
    if (value !== '' && !isOnOffer) onChange('')
  }, [value, isOnOffer, onChange])
  if (!getsOffers || offers.length === 0) return null
  return (
    <Select
      ref={field.ref}
      name={field.name}
      label={t('offers.first_deposit')}
      help={t('offers.first_deposit_help')}
      error={fieldState.error?.message}
      autoComplete="off"
      options={[{ id: NONE, label: t('offers.none') }, ...offers.map(({ code, title }) => ({ id: code, label: title }))]}
      value={isOnOffer ? String(value) : NONE}
      onChange={(id) => onChange(id === NONE ? '' : id)}
      onBlur={field.onBlur}
    />
  )
}
