import type { Control } from 'react-hook-form'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import type { FactorField, FactorValues } from '../model/secondFactor'
import { CodeField } from './CodeField'

interface FactorFieldsProps {
  control: Control<FactorValues>
  /** The field on show; null for a player without a second factor. */
  field: FactorField | null
  onField: (field: FactorField) => void
}

/** The code that goes with the password of a player with a second factor: of the app, or a recovery code when the phone is lost. */
export function FactorFields({ control, field, onField }: FactorFieldsProps) {
  if (field === null) return null
  const isRecovery = field === 'recovery_code'
  return (
    <>
      <CodeField key={field} control={control} name={field} isRecovery={isRecovery} />
      <Button variant="ghost" onPress={() => onField(isRecovery ? 'otp_attempt' : 'recovery_code')}>
        {t(isRecovery ? 'security.use_app' : 'security.use_recovery')}
      </Button>
    </>
  )
}
