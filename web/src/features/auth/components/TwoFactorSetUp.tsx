import { useEffect } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { ApiError } from '@/api/errors'
import type { TwoFactorEnrolment } from '@/api/types'
import { useAction } from '@/api/useAction'
import { ruleText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { appCode, brokenCodeRule } from '@/domain/oneTimeCode'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { confirmTwoFactor } from '../api/twoFactor'
import { CodeField } from './CodeField'

interface TwoFactorSetUpProps {
  enrolment: TwoFactorEnrolment
  onConfirmed: (recoveryCodes: string[]) => void
  /** It is on already: the answer with the recovery codes has not come. */
  onLost: () => void
  onCancel: () => void
}

interface CodeValues {
  otp_attempt: string
}

/** Judges a form of one code of the app. */
export const codeResolver: Resolver<CodeValues> = (values) => {
  const broken = brokenCodeRule(values.otp_attempt)
  if (!broken) return { values, errors: {} }
  const errors: FieldErrors<CodeValues> = { otp_attempt: { type: broken, message: ruleText('otp_attempt', broken) } }
  return { values: {}, errors }
}

/** A secret is shown in groups of four, as it is typed. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The QR code for the authenticator app, and the code with which the app answers. */
export function TwoFactorSetUp({ enrolment, onConfirmed, onLost, onCancel }: TwoFactorSetUpProps) {
  const { control, formState, onSubmit, refuse, setFocus } = useSiteForm<CodeValues>({
    name: 'two_factor',
    defaultValues: { otp_attempt: '' },
    resolver: codeResolver,
  })
  useEffect(() => setFocus('otp_attempt'), [setFocus])
  const { start } = useAction({
    run: ({ otp_attempt }: CodeValues, { idempotencyKey }) => confirmTwoFactor(appCode(otp_attempt) ?? otp_attempt, idempotencyKey),
    onDone: onConfirmed,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'two_factor_enabled') onLost()
      else refuse(error, ['otp_attempt'])
    },
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <ol className="list-decimal space-y-4 pl-5 text-sm text-soft marker:text-muted">
        <li>{t('security.step_app')}</li>
        <li>
          {t('security.step_scan')}
          <img
            data-varies
            src={`data:image/svg+xml;utf8,${encodeURIComponent(enrolment.qr_svg)}`}
            alt={t('security.qr')}
            width={200}
            height={200}
            className="mt-3 rounded-m bg-white"
          />
          <p className="mt-3">{t('security.step_type')}</p>
          <code data-varies className="mt-1 block font-display tracking-wider break-words text-text select-all">
            {grouped(enrolment.secret)}
          </code>
        </li>
        <li>{t('security.step_code')}</li>
      </ol>
      <CodeField control={control} name="otp_attempt" />
      <FormProblem text={formState.errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={formState.isSubmitting} className="max-sm:w-full">
          {t('security.switch_on')}
        </Button>
        <Button variant="ghost" onPress={onCancel}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
