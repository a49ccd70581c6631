import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormSelect } from '@/ui/form'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { stopPlayer } from '../../api/players'
import type { PlayerPage } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
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
      showToast('successfully', say('stops.stopped'))
      onDone()
    },
    onError: (error) => refuse(error, ['reason', 'why']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={say('stops.stop_title', { id: String(player.id) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{say('stops.stop_text')}</p>
        <FormSelect control={control} name="reason" label={say('stops.reason')} autoComplete="off" options={STAFF_REASONS.map((id) => ({ id, label: sayWord('stop', id) }))} isRequired />
        <FormSelect control={control} name="lasting" label={say('stops.lasting')} autoComplete="off" options={LASTINGS.map((id) => ({ id, label: say(`stops.for_${id}`) }))} isRequired />
        <FormLinesField control={control} name="why" label={say('stops.why')} help={say('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={say('stops.stop')} tone="danger" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
