import { t } from '@/i18n/messages'
import { disableTwoFactor } from '../api/twoFactor'
import { GuardedDialog } from './GuardedDialog'

interface TwoFactorOffDialogProps {
  onDone: () => void
  onClose: () => void
}

/** Asks for the password and a code before the second factor is switched off. */
export function TwoFactorOffDialog({ onDone, onClose }: TwoFactorOffDialogProps) {
  return (
    <GuardedDialog
      form="two_factor_off"
      title={t('security.off_title')}
      text={t('security.off_text')}
      confirm={t('security.switch_off')}
      tone="danger"
      asksFactor
      run={(guard, _, idempotencyKey) => disableTwoFactor(guard, idempotencyKey)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
