import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { stopPlayer } from '../../api/players'
import type { PlayerPage } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { endOf, LASTINGS, STAFF_REASONS, type Lasting } from './stopRules'

interface StopValues {
  reason: (typeof STAFF_REASONS)[number]
  lasting: Lasting
  why: string
}

/** Stops a player: for what, for how long, and why. */
export function StopDialog({ player, onDone, onClose }: { player: PlayerPage; onDone: () => void; onClose: () => void }) {
  const { control, formState, onSubmit, refuse } = useSiteForm<StopValues>({
    name: 'office_stop',
    defaultValues: { reason: 'operator', lasting: 'open', why: '' },
    resolver: ruled<StopValues>({ why: required }),
  })
  const { start, isPending } = useAction({
    run: async ({ reason, lasting, why }: StopValues, { idempotencyKey, once }) => {
      // A second try under the same key has to say the same end.
      const until = await once(() => Promise.resolve(endOf(lasting, Date.now())))
      return stopPlayer(player.id, { reason, until, why: why.trim() }, idempotencyKey)
    },
    onDone: () => {
      showToast('successfully', t('stops.stopped'))
      onDone()
    },
    onError: (error) => refuse(error, ['reason', 'why']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('stops.stop_title', { id: String(player.id) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('stops.stop_text')}</p>
        <FormSelect
          control={control}
          name="reason"
          label={t('stops.reason')}
          autoComplete="off"
          options={STAFF_REASONS.map((id) => ({ id, label: tWord('stop', id) }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="lasting"
          label={t('stops.lasting')}
          autoComplete="off"
          options={LASTINGS.map((id) => ({ id, label: t(`stops.for_${id}`) }))}
          isRequired
        />
        <FormLinesField control={control} name="why" label={t('stops.why')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('stops.stop')} tone="danger" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
