import { useQueryClient } from '@tanstack/react-query'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { FormTextField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { setBonusCode } from '../api/bonusCode'
import { codeProblem } from '../model/code'

interface CodeValues {
  deposit_bonus_code: string
}

const resolver: Resolver<CodeValues> = (values) => {
  const message = codeProblem(values.deposit_bonus_code)
  if (message === undefined) return { values, errors: {} }
  const errors: FieldErrors<CodeValues> = { deposit_bonus_code: { type: 'code', message } }
  return { values: {}, errors }
}

/** Takes the code of a deposit bonus that is not on show. */
export function DepositCodeForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { control, formState, onSubmit, refuse } = useSiteForm<CodeValues>({ name: 'deposit_code', defaultValues: { deposit_bonus_code: '' }, resolver })
  const { start } = useAction({
    run: (code: string, { idempotencyKey }) => setBonusCode(client, code, idempotencyKey),
    onDone,
    onError: (error) => refuse(error, ['deposit_bonus_code']),
  })
  return (
    <form noValidate onSubmit={(event) => void onSubmit(({ deposit_bonus_code }) => start(deposit_bonus_code.trim()))(event)} className="space-y-3">
      <FormTextField control={control} name="deposit_bonus_code" label={t('offers.code')} autoComplete="off" />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" variant="secondary" wide pending={formState.isSubmitting}>
        {t('offers.code_set')}
      </Button>
    </form>
  )
}
