import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { inputUnits } from '@/domain/money'
import { exampleText, readAmount } from '@/domain/typedAmount'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { ADJUSTMENTS, requestAdjustment } from '../../api/adjustments'
import { useCurrencies } from '../../api/currencies'
import type { AdjustmentDirection, PlayerPage } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'

const DIRECTIONS = ['give', 'take'] as const satisfies readonly AdjustmentDirection[]

interface AdjustValues {
  currency: string
  direction: AdjustmentDirection
  amount_cents: string
  reason: string
}

/** Asks for a correction of a player's cash; a colleague carries it out. */
export function AdjustDialog({ player, onClose }: { player: PlayerPage; onClose: () => void }) {
  const queryClient = useQueryClient()
  const currencies = useCurrencies()
  const [first] = player.wallets
  const unitOf = (currency: string) => inputUnits(currency, currencies)[0]
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<AdjustValues>({
    name: 'office_adjustment',
    defaultValues: { currency: first?.currency ?? '', direction: 'give', amount_cents: '', reason: '' },
    resolver: (values, context, options) =>
      ruled<AdjustValues>({
        amount_cents: (typed) => ('cents' in readAmount(typed, unitOf(values.currency), currentLocale()) ? null : 'INVALID'),
        reason: required,
      })(values, context, options),
  })
  const { start, isPending } = useAction({
    run: ({ currency, direction, amount_cents, reason }: AdjustValues, { idempotencyKey }) => {
      const typed = readAmount(amount_cents, unitOf(currency), currentLocale())
      return requestAdjustment(player.id, { currency, direction, amount_cents: 'cents' in typed ? typed.cents : 0, reason: reason.trim() }, idempotencyKey)
    },
    onDone: () => {
      showToast('successfully', t('adjust.requested'))
      void queryClient.invalidateQueries({ queryKey: ADJUSTMENTS })
      onClose()
    },
    onError: (error) => refuse(error, ['currency', 'direction', 'amount_cents', 'reason']),
  })
  const submit = onSubmit(start)
  const example = exampleText(unitOf(watch('currency')).decimals, currentLocale())
  return (
    <Dialog title={t('adjust.title', { id: String(player.id) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('adjust.text')}</p>
        <FormSelect
          control={control}
          name="direction"
          label={t('adjust.direction')}
          autoComplete="off"
          options={DIRECTIONS.map((id) => ({ id, label: t(`adjust.${id}`) }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="currency"
          label={t('currency')}
          autoComplete="off"
          options={player.wallets.map(({ currency }) => ({ id: currency, label: currency }))}
          isRequired
        />
        <FormTextField
          control={control}
          name="amount_cents"
          label={t('amount')}
          help={t('adjust.amount_help', { example })}
          inputMode="decimal"
          autoComplete="off"
          isRequired
        />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('adjust.request')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
