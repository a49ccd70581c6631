import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { inputUnits } from '@/domain/money'
import { typedText } from '@/domain/typedAmount'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { useCurrencies } from '../../api/currencies'
import { PAYMENT_FEES, setPaymentFee } from '../../api/paymentDesk'
import type { FeeBody, PaymentFee, PaymentFees } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { termsOf, type TypedFee } from './feeRules'

interface FeeDialogProps {
  known: PaymentFees
  /** The fee that is changed; null for one that was never set. */
  fee: PaymentFee | null
  onClose: () => void
}

interface FeeValues extends TypedFee {
  licence: string
  method_id: string
  action: FeeBody['action']
  currency: string
  reason: string
}

const ACTIONS = ['deposit', 'cashout'] as const satisfies readonly FeeBody['action'][]

/** Sets what a way to pay costs one way, in one currency, under one licence. */
export function FeeDialog({ known, fee, onClose }: FeeDialogProps) {
  const queryClient = useQueryClient()
  const currencies = useCurrencies()
  const unitOf = (currency: string) => inputUnits(currency, currencies)[0]
  const [firstMethod] = known.methods
  const { control, formState, onSubmit, refuse, setError, watch } = useSiteForm<FeeValues>({
    name: 'office_fee',
    defaultValues: {
      licence: fee?.licence ?? known.licences[0] ?? '',
      method_id: fee?.method_id ?? firstMethod?.id ?? '',
      action: fee?.action ?? 'deposit',
      currency: fee?.currency ?? firstMethod?.currencies[0] ?? '',
      ...typedOf(fee, (cents, currency) => typedText(cents, unitOf(currency), currentLocale())),
      reason: '',
    },
    resolver: ruled<FeeValues>({ currency: required, reason: required }),
  })
  const { start, isPending } = useAction({
    run: (body: FeeBody, { idempotencyKey }) => setPaymentFee(body, idempotencyKey),
    onDone: (fees) => {
      queryClient.setQueryData(PAYMENT_FEES, fees)
      showToast('successfully', t('fees.done'))
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toastError(error)
        void queryClient.invalidateQueries({ queryKey: PAYMENT_FEES })
        onClose()
      } else refuse(error, ['reason'])
    },
  })
  const submit = onSubmit(async ({ licence, method_id, action, currency, reason, ...typed }) => {
    const terms = termsOf(typed, unitOf(currency), currentLocale())
    const seen = known.fees.find((one) => one.licence === licence && one.method_id === method_id && one.action === action && one.currency === currency)
    if (terms) await start({ licence, method_id, action, currency, terms, seen_version: seen?.version ?? 0, reason: reason.trim() })
    else setError('root', { message: t('fees.unreadable') })
  })
  const method = known.methods.find(({ id }) => id === watch('method_id'))
  return (
    <Dialog title={t('fees.title_one')} onClose={onClose} size="m">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('fees.text')}</p>
        {fee === null && (
          <div className="grid grid-cols-2 gap-3">
            <FormSelect
              control={control}
              name="licence"
              label={t('fees.licence')}
              autoComplete="off"
              options={known.licences.map((id) => ({ id, label: id }))}
              isRequired
            />
            <FormSelect
              control={control}
              name="method_id"
              label={t('desk.method')}
              autoComplete="off"
              options={known.methods.map(({ id, title }) => ({ id, label: title }))}
              isRequired
            />
            <FormSelect
              control={control}
              name="action"
              label={t('payments.action')}
              autoComplete="off"
              options={ACTIONS.map((id) => ({ id, label: tWord('payment_action', id) }))}
              isRequired
            />
            <FormSelect
              control={control}
              name="currency"
              label={t('currency')}
              autoComplete="off"
              options={(method?.currencies ?? []).map((id) => ({ id, label: id }))}
              isRequired
            />
          </div>
        )}
        <div className="grid grid-cols-2 gap-3">
          <FormTextField control={control} name="fixed" label={t('fees.fixed')} inputMode="decimal" autoComplete="off" />
          <FormTextField control={control} name="percent" label={t('fees.percent')} inputMode="decimal" autoComplete="off" />
          <FormTextField control={control} name="min" label={t('fees.min')} inputMode="decimal" autoComplete="off" />
          <FormTextField control={control} name="max" label={t('fees.max')} inputMode="decimal" autoComplete="off" />
          <FormTextField control={control} name="hours" label={t('fees.hours')} inputMode="numeric" autoComplete="off" />
        </div>
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('fees.save')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** A fee as it would be typed. */
function typedOf(fee: PaymentFee | null, amount: (cents: number, currency: string) => string): TypedFee {
  if (!fee) return { fixed: '', percent: '', min: '', max: '', hours: '' }
  const { fixed_cents, basis_points, min_cents, max_cents, hours } = fee.terms
  const typed = (cents: number | null) => (cents ? amount(cents, fee.currency) : '')
  return {
    fixed: typed(fixed_cents),
    percent: basis_points ? String(basis_points / 100) : '',
    min: typed(min_cents),
    max: max_cents === null ? '' : amount(max_cents, fee.currency),
    hours: hours ? String(hours) : '',
  }
}
