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
import { useCurrencies } from '../../api/currencies'
import { limitPlayer } from '../../api/playerChanges'
import { PLAYERS } from '../../api/players'
import type { LimitOnBehalfBody, PlayerPage } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { capOf, LIMIT_TYPES, periodsOf, readMinutes, type LimitType } from './limitRules'

type Player = Pick<PlayerPage, 'id' | 'wallets'>

interface LimitValues {
  type: LimitType
  period: string
  currency: string
  amount_cents: string
  amount_minutes: string
  reason: string
}

/** Sets a limit on the player's behalf, or lowers one. */
export function LimitDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const { control, type, example, problem, isPending, submit } = useLimitForm(player, onClose)
  const cap = capOf(type)
  return (
    <Dialog title={t('limits.set_title', { id: String(player.id) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t(cap === null ? 'limits.pause_text' : 'limits.set_text')}</p>
        <FormSelect
          control={control}
          name="type"
          label={t('limits.type')}
          autoComplete="off"
          options={LIMIT_TYPES.map((id) => ({ id, label: tWord('limit', id) }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="period"
          label={t('limits.period')}
          autoComplete="off"
          options={periodsOf(type).map((id) => ({ id, label: tWord('period', id) }))}
          isRequired
        />
        {cap === 'money' && (
          <>
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
              help={t('limits.amount_help', { example })}
              inputMode="decimal"
              autoComplete="off"
              isRequired
            />
          </>
        )}
        {cap === 'minutes' && (
          <FormTextField control={control} name="amount_minutes" label={t('limits.how_long')} inputMode="numeric" autoComplete="off" maxLength={5} isRequired />
        )}
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={problem} confirm={t('limits.set')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function useLimitForm(player: Player, onClose: () => void) {
  const queryClient = useQueryClient()
  const currencies = useCurrencies()
  const unitOf = (currency: string) => inputUnits(currency, currencies)[0]
  const centsOf = (values: LimitValues) => {
    const typed = readAmount(values.amount_cents, unitOf(values.currency), currentLocale())
    // A limit of nothing is one: the player bets or pays in nothing any more.
    if (/^\s*0\s*$/.test(values.amount_cents)) return 0
    return 'cents' in typed ? typed.cents : null
  }
  const bodyOf = (values: LimitValues): LimitOnBehalfBody => {
    const { type, period, currency, reason } = values
    const asked = { type, period, reason: reason.trim() }
    if (capOf(type) === 'money') return { ...asked, currency, amount_cents: centsOf(values) }
    return capOf(type) === 'minutes' ? { ...asked, amount_minutes: readMinutes(values.amount_minutes) } : asked
  }
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<LimitValues>({
    name: 'office_limit',
    defaultValues: { type: 'deposit', period: 'day', currency: player.wallets[0]?.currency ?? '', amount_cents: '', amount_minutes: '', reason: '' },
    resolver: (values, context, options) =>
      ruled<LimitValues>({
        period: (period) => (periodsOf(values.type).includes(period) ? null : 'INVALID'),
        currency: (currency) => (capOf(values.type) === 'money' ? required(currency) : null),
        amount_cents: () => (capOf(values.type) !== 'money' || centsOf(values) !== null ? null : 'INVALID'),
        amount_minutes: (typed) => (capOf(values.type) !== 'minutes' || readMinutes(typed) !== null ? null : 'INVALID'),
        reason: required,
      })(values, context, options),
  })
  const { start, isPending } = useAction({
    run: (values: LimitValues, { idempotencyKey }) => limitPlayer(player.id, bodyOf(values), idempotencyKey),
    onDone: () => {
      showToast('successfully', t('limits.is_set'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onClose()
    },
    onError: (error) => refuse(error, ['type', 'period', 'currency', 'amount_cents', 'amount_minutes', 'reason']),
    // The same limit that had no answer yet is asked for under its key again, also once the dialog was closed.
    lastingName: `limit of player ${player.id}`,
  })
  const example = exampleText(unitOf(watch('currency')).decimals, currentLocale())
  return { control, type: watch('type'), example, problem: formState.errors.root?.message, isPending, submit: onSubmit(start) }
}
