import type { Control } from 'react-hook-form'
import { t } from '@/i18n/messages'
import { CODE_MAX } from '@/domain/promoCodes'
import { FormTextField } from '@/ui/form'
import type { PlayerValues } from '@/ui/PlayerField'
import { PROMO_CODE } from '../model/promoCode'
import { useGetsOffers } from './useGetsOffers'

/** A code that the visitor has got somewhere: it is redeemed once there is an account. */
export function PromoCodeField({ control }: { control: Control<PlayerValues> }) {
  if (!useGetsOffers()) return null
  return <FormTextField control={control} name={PROMO_CODE} label={t('promocode.title')} autoComplete="off" maxLength={CODE_MAX} />
}
