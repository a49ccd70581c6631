import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { FormLinesField } from '@/ui/form'
import { FormProblem } from '@/ui/FormProblem'
import { useSiteForm } from '@/ui/useSiteForm'
import { addNote, notesKey, usePlayerNotes } from '../../api/playerParts'
import { t } from '../../i18n/texts'
import { required, ruled } from '../../ui/formRules'
import { Failed } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'

/** What colleagues have written down about the player, newest first. */
export function Notes({ id, mayWrite }: { id: number; mayWrite: boolean }) {
  const { rows, error, hasMore, isAskingForMore, askForMore, askAgain } = usePlayerNotes(id)
  return (
    <Panel title={t('player.tab_notes')}>
      {mayWrite && <NoteForm id={id} />}
      {error && !rows && <Failed error={error} onRetry={askAgain} />}
      {rows?.length === 0 && <Nothing>{t('notes.none')}</Nothing>}
      <ul className="divide-y divide-line">
        {rows?.map((note) => (
          <li key={note.id} className="py-3 first:pt-0 last:pb-0">
            <p className="text-xs text-muted">
              {note.by} · <Time at={note.at} />
            </p>
            <p className="mt-1 text-sm break-words whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="secondary" size="s" className="mt-3" pending={isAskingForMore} onPress={askForMore}>
          {t('list.more')}
        </Button>
      )}
    </Panel>
  )
}

function NoteForm({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse, reset } = useSiteForm<{ text: string }>({
    name: 'office_note',
    defaultValues: { text: '' },
    resolver: ruled<{ text: string }>({ text: required }),
  })
  const { start, isPending } = useAction({
    run: ({ text }: { text: string }, { idempotencyKey }) => addNote(id, text.trim(), idempotencyKey),
    onDone: () => {
      reset()
      void queryClient.invalidateQueries({ queryKey: notesKey(id) })
    },
    onError: (error) => refuse(error, ['text']),
  })
  const submit = onSubmit(start)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mb-4 space-y-3 border-b border-line pb-4">
      <FormLinesField control={control} name="text" label={t('notes.new')} help={t('notes.help')} autoComplete="off" maxLength={2000} isRequired />
      <FormProblem text={formState.errors.root?.message} />
      <Button type="submit" size="s" pending={isPending}>
        {t('notes.add')}
      </Button>
    </form>
  )
}
