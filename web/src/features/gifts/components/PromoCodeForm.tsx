import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { useSiteForm } from '@/ui/useSiteForm'
import { redeemCode, type CodeStatus } from '../api/redeemCode'
import { codeProblem } from '../model/code'
import { statusToast } from '../model/codeStatus'

interface CodeValues {
  coupon_code: string
}

const resolver: Resolver<CodeValues> = (values) => {
  const message = codeProblem(values.coupon_code)
  if (message === undefined) return { values, errors: {} }
  const errors: FieldErrors<CodeValues> = { coupon_code: { type: 'code', message } }
  return { values: {}, errors }
}

/** Takes a code of the casino and tells what became of it. */
export function PromoCodeForm() {
  const client = useQueryClient()
  const [status, setStatus] = useState<CodeStatus>()
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<CodeValues>({ name: 'promocode', defaultValues: { coupon_code: '' }, resolver })
  const { start } = useAction({
    run: (code: string, { idempotencyKey }) => redeemCode(client, code, idempotencyKey),
    onDone: (answer) => {
      statusToast(answer)
      setStatus(answer)
      if (answer === 'activated') reset()
    },
    onError: (error) => refuse(error, ['coupon_code']),
  })
  const submit = onSubmit(({ coupon_code }) => {
    setStatus(undefined)
    return start(coupon_code.trim())
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-md space-y-4">
      <FormTextField control={control} name="coupon_code" label={t('promocode.field')} autoComplete="off" isRequired />
      <FormProblem text={formState.errors.root?.message} />
      {status === 'activated' && (
        <Alert
          tone="success"
          action={
            <ButtonLink to="/profile/gifts" size="s" variant="secondary">
              {t('gifts.to_gifts')}
            </ButtonLink>
          }
        >
          {t('promocode.status.activated')}
        </Alert>
      )}
      <Button type="submit" size="l" wide pending={formState.isSubmitting}>
        {t('promocode.submit')}
      </Button>
    </form>
  )
}
