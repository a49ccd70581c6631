import type { Control } from 'react-hook-form'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import type { FactorField, FactorValues } from '../model/secondFactor'
import { CodeField } from './CodeField'
import type { FactorChoice } from './useFactor'

const WAYS = { otp_attempt: 'security.use_app', passkey: 'security.use_passkey', recovery_code: 'security.use_recovery' } as const

interface FactorFieldsProps {
  control: Control<FactorValues>
  choice: FactorChoice
}

/** What goes with the password of a player with a second factor: a code of the app, a passkey, or a recovery code when they are lost. */
export function FactorFields({ control, choice }: FactorFieldsProps) {
  if (choice.field === null) return null
  return (
    <>
      <FactorInput control={control} field={choice.field} />
      <OtherFactors choice={choice} />
    </>
  )
}

/** The field of a code, or that the browser will ask for a passkey. */
export function FactorInput({ control, field, autoFocus }: { control: Control<FactorValues>; field: FactorField; autoFocus?: boolean }) {
  if (field === 'passkey') return <p className="text-sm text-soft">{t('security.passkey_follows')}</p>
  return <CodeField key={field} control={control} name={field} isRecovery={field === 'recovery_code'} autoFocus={autoFocus} />
}

/** The ways to what else is on offer. */
export function OtherFactors({ choice: { field, offered, choose } }: { choice: FactorChoice }) {
  const others = offered.filter((other) => other !== field)
  return (
    <div className="flex flex-wrap gap-2">
      {others.map((other) => (
        <Button key={other} variant="ghost" onPress={() => choose(other)}>
          {t(WAYS[other])}
        </Button>
      ))}
    </div>
  )
}
