import type { PaymentMethod } from '@/api/types'
import { t } from '@/i18n/messages'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { useMoneyText } from '@/ui/Money'
import { profileName } from './ProfilePicker'

interface CardQuestionProps {
  profile: PaymentMethod['savedProfiles'][number]
  cents: number
  currency: string
  onConfirm: () => void
  onClose: () => void
}

/** Shows amount and card once more before a stored card is charged: nothing else stands between a press and the charge. */
export function CardQuestion({ profile, cents, currency, onConfirm, onClose }: CardQuestionProps) {
  const amount = useMoneyText()(cents, currency)
  return (
    <ConfirmDialog
      title={t('cashbox.confirm_title', { amount })}
      text={t('cashbox.confirm_text', { amount, card: profileName(profile) })}
      confirm={t('cashbox.deposit_button', { amount })}
      keep={t('cashbox.confirm_back')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
