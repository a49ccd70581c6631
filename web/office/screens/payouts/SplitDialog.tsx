import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { inputUnits } from '@/domain/money'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import { toastError } from '@/ui/toastError'
import { useSiteForm } from '@/ui/useSiteForm'
import { useCurrencies } from '../../api/currencies'
import { splitPayout } from '../../api/payouts'
import type { Payout, SplitPart } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { splitOf, type TypedPart } from './split'

interface SplitDialogProps {
  payout: Payout
  onDone: () => void
  /** Somebody was first: what stands now is shown in place of the dialog. */
  onChanged: () => void
  onClose: () => void
}

/** The parts that may be divided off at once. */
const PARTS_MAX = 9

const EMPTY: TypedPart = { text: '', profile: '' }

/** Divides a payout: what is divided off goes where the whole would go, or to a card or account of the player. */
export function SplitDialog({ payout, onDone, onChanged, onClose }: SplitDialogProps) {
  const { amount_cents, currency, ways } = payout
  const [unit] = inputUnits(currency, useCurrencies())
  const [typed, setTyped] = useState<readonly TypedPart[]>([EMPTY])
  const parts = splitOf(amount_cents, typed, unit, currentLocale())
  const { control, formState, onSubmit, refuse, setError } = useSiteForm<{ reason: string }>({
    name: 'office_split',
    defaultValues: { reason: '' },
    resolver: ruled<{ reason: string }>({ reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ reason, parts }: { reason: string; parts: SplitPart[] }, { idempotencyKey }) => splitPayout(payout, reason.trim(), parts, idempotencyKey),
    onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toastError(error)
        onChanged()
      } else refuse(error, ['reason'])
    },
  })
  const submit = onSubmit(async ({ reason }) => {
    if (parts) await start({ reason, parts })
    else setError('root', { message: t('split.incomplete') })
  })
  const edit = (number: number, change: Partial<TypedPart>) => setTyped(typed.map((part, index) => (index === number ? { ...part, ...change } : part)))
  const destinations = [
    { id: 'same', label: t('split.same') },
    ...ways.map(({ profile_id, brand, masked }) => ({ id: profile_id, label: `${tWord('brand', brand)} ${masked}` })),
  ]
  return (
    <Dialog title={t('split.title')} onClose={onClose} size="m">
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('split.text')}</p>
        {ways.some(({ room_cents }) => room_cents > 0) && (
          <ul aria-label={t('split.first')} className="list-disc pl-5 text-sm text-soft">
            {ways
              .filter(({ room_cents }) => room_cents > 0)
              .map(({ profile_id, brand, masked, room_cents }) => (
                <li key={profile_id}>
                  {t('split.first_to', { way: `${tWord('brand', brand)} ${masked}` })} <Amount cents={room_cents} currency={currency} />
                </li>
              ))}
          </ul>
        )}
        {typed.map((part, number) => (
          // Parts have no names of their own; they are added at the end and taken away there.
          <div key={number} className="grid grid-cols-2 gap-3">
            <TextField
              label={t('split.part', { number: String(number + 1) })}
              value={part.text}
              onChange={(text) => edit(number, { text })}
              inputMode="decimal"
              autoComplete="off"
              isRequired
            />
            <Select
              label={t('split.to')}
              autoComplete="off"
              options={destinations}
              value={part.profile || 'same'}
              onChange={(id) => edit(number, { profile: id === 'same' ? '' : id })}
            />
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          {typed.length < PARTS_MAX && (
            <Button size="s" variant="secondary" onPress={() => setTyped([...typed, EMPTY])}>
              {t('split.more')}
            </Button>
          )}
          {typed.length > 1 && (
            <Button size="s" variant="ghost" onPress={() => setTyped(typed.slice(0, -1))}>
              {t('split.fewer')}
            </Button>
          )}
        </div>
        <p className="text-sm" role="status">
          {t('split.stays')} {parts?.[0] ? <Amount cents={parts[0].amount_cents} currency={currency} className="font-semibold" /> : '–'}
        </p>
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('split.confirm')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
