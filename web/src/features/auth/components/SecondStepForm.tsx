import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { useAction } from '@/api/useAction'
import { fieldTexts, ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { brokenCodeRule } from '@/lib/oneTimeCode'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { signInWithCode } from '../api/signIn'
import { brokenRecoveryRule, secondFactor } from '../model/secondFactor'
import { CodeField } from './CodeField'

interface SecondStepFormProps {
  onDone: () => void
  /** The sign-in is over before it was finished: the password has to be given again. `text` says why, if it was not asked for. */
  onBack: (text?: string) => void
}

interface CodeValues {
  otp_attempt: string
  recovery_code: string
}

const resolverOf =
  (isRecovery: boolean): Resolver<CodeValues> =>
  (values) => {
    const field = isRecovery ? 'recovery_code' : 'otp_attempt'
    const broken = isRecovery ? brokenRecoveryRule(values.recovery_code) : brokenCodeRule(values.otp_attempt)
    if (!broken) return { values, errors: {} }
    const errors: FieldErrors<CodeValues> = { [field]: { type: broken, message: ruleText(field, broken) } }
    return { values: {}, errors }
  }

/** The second step of a sign-in: a code of the authenticator app, or a recovery code when the phone is lost. */
export function SecondStepForm({ onDone, onBack }: SecondStepFormProps) {
  const client = useQueryClient()
  const [isRecovery, setIsRecovery] = useState(false)
  const field = isRecovery ? 'recovery_code' : 'otp_attempt'
  const { control, formState, onSubmit, refuse, clearErrors } = useSiteForm<CodeValues>({
    name: 'second_step',
    defaultValues: { otp_attempt: '', recovery_code: '' },
    resolver: resolverOf(isRecovery),
  })
  const { start } = useAction({
    run: (values: CodeValues, { idempotencyKey }) => signInWithCode(client, secondFactor(values[field], isRecovery), idempotencyKey),
    onDone: (refusal) => {
      if (!refusal) onDone()
      else if (refusal.code === 'SIGN_IN.EXPIRED') onBack(fieldTexts(refusal)[field])
      else refuse(refusal, [field])
    },
    onError: (error) => void refuse(error, [field]),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <p className="text-sm text-soft">{t(isRecovery ? 'security.second_step_recovery' : 'security.second_step')}</p>
      <CodeField key={field} control={control} name={field} isRecovery={isRecovery} autoFocus />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('auth.sign_in')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          onPress={() => {
            clearErrors()
            setIsRecovery(!isRecovery)
          }}
        >
          {t(isRecovery ? 'security.use_app' : 'security.use_recovery')}
        </Button>
        <Button variant="ghost" onPress={() => onBack()}>
          {t('security.other_account')}
        </Button>
      </div>
    </form>
  )
}
