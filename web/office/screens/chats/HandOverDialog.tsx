import { useQuery } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormSelect } from '@/ui/FormSelect'
import { useSiteForm } from '@/ui/useSiteForm'
import { colleaguesQuery, handChatOver } from '../../api/chats'
import type { Chat } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'

/** Gives a conversation to a colleague who may answer, or to oneself. */
export function HandOverDialog({ chat, onDone, onClose }: { chat: Chat; onDone: () => void; onClose: () => void }) {
  const colleagues = useQuery(colleaguesQuery)
  const { control, formState, onSubmit, refuse } = useSiteForm<{ to: string }>({
    name: 'office_hand_over',
    defaultValues: { to: '' },
    resolver: ruled<{ to: string }>({ to: required }),
  })
  const { start, isPending } = useAction({
    run: ({ to }: { to: string }, { idempotencyKey }) => handChatOver(chat.id, to, idempotencyKey),
    onDone: () => {
      onDone()
      onClose()
    },
    onError: (error) => refuse(error, ['to']),
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('chats.hand_over_title')} onClose={onClose} size="s">
      <Loaded query={colleagues}>
        {({ colleagues: members }) => (
          <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
            <FormSelect
              control={control}
              name="to"
              label={t('chats.colleague')}
              autoComplete="off"
              options={members.map(({ id, name }) => ({ id, label: name }))}
              isRequired
            />
            <FormEnd problem={formState.errors.root?.message} confirm={t('chats.hand_over')} isPending={isPending} onClose={onClose} />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
