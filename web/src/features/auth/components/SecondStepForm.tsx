import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { useAction } from '@/api/useAction'
import { fieldTexts, ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { factorOf } from '../api/factorOf'
import { signInWithCode } from '../api/signIn'
import { brokenFactorRule, NO_FACTOR, type FactorField, type FactorValues } from '../model/secondFactor'
import { FactorInput, OtherFactors } from './FactorFields'

interface SecondStepFormProps {
  /** What may be given, the handiest first. */
  offered: FactorField[]
  onDone: () => void
  /** The sign-in is over before it was finished: the password has to be given again. `text` says why, if it was not asked for. */
  onBack: (text?: string) => void
}

const TEXTS = { otp_attempt: 'security.second_step', passkey: 'security.second_step_passkey', recovery_code: 'security.second_step_recovery' } as const

const resolverOf =
  (field: FactorField): Resolver<FactorValues> =>
  (values) => {
    const broken = brokenFactorRule(values, field)
    if (!broken) return { values, errors: {} }
    const errors: FieldErrors<FactorValues> = { [field]: { type: broken, message: ruleText(field, broken) } }
    return { values: {}, errors }
  }

/** The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code when they are lost. */
export function SecondStepForm({ offered, onDone, onBack }: SecondStepFormProps) {
  const client = useQueryClient()
  const [field, setField] = useState<FactorField>(offered[0] ?? 'otp_attempt')
  const { control, formState, onSubmit, refuse, clearErrors } = useSiteForm<FactorValues>({
    name: 'second_step',
    defaultValues: NO_FACTOR,
    resolver: resolverOf(field),
  })
  const typed = field === 'passkey' ? [] : [field]
  const { start } = useAction({
    run: async (values: FactorValues, { idempotencyKey }) => signInWithCode(client, (await factorOf(values, field)) ?? { otp_attempt: '' }, idempotencyKey),
    onDone: (refusal) => {
      if (!refusal) onDone()
      else if (refusal.code === 'SIGN_IN.EXPIRED') onBack(fieldTexts(refusal)[field])
      else refuse(refusal, typed)
    },
    onError: (error) => void refuse(error, typed),
  })
  const choose = (other: FactorField) => {
    clearErrors()
    setField(other)
  }
  return (
    <form onSubmit={(event) => void onSubmit(start)(event)} noValidate className="space-y-5">
      <p className="text-sm text-soft">{t(TEXTS[field])}</p>
      {field !== 'passkey' && <FactorInput key={field} control={control} field={field} autoFocus />}
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.sign_in')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <OtherFactors choice={{ field, offered, choose }} />
        <Button variant="ghost" onPress={() => onBack()}>
          {t('security.other_account')}
        </Button>
      </div>
    </form>
  )
}
