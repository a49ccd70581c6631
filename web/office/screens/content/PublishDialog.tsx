import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '@/ui/Checkbox'
import { showToast } from '@/ui/toast'
import { CONTENT, publishDrafts, useContentList, useFaults } from '../../api/content'
import type { DraftChoice } from '../../api/types'
import { t } from '../../i18n/texts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { useTogether } from './together'

interface PublishDialogProps {
  path: string
  revision: number
  onClose: () => void
}

/** Puts a draft in force, at once or at a time, alone or together with others. */
export function PublishDialog({ path, revision, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient()
  const { others, chosen, toggle } = useTogether({ path, revision }, useContentList().data)
  const [at, setAt] = useState('')
  const faults = useFaults(chosen)
  const changed = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: CONTENT })
  }
  return (
    <ReasonDialog
      title={t('publish.title')}
      text={
        <div className="space-y-4">
          <p>{t('publish.text')}</p>
          <Others label={t('publish.together')} others={others} chosen={chosen} onToggle={toggle} />
          <label className="block">
            <span className="block text-sm font-medium text-text">{t('publish.at')}</span>
            <input
              type="datetime-local"
              value={at}
              onChange={({ target }) => setAt(target.value)}
              className="mt-1 h-10 rounded-m border border-line bg-surface px-3 text-sm text-text"
            />
            <span className="mt-1 block text-xs text-muted">{t('publish.at_help')}</span>
          </label>
          {faults.data && faults.data.length > 0 && (
            <p role="alert" className="text-danger-text">
              {faults.data.map((fault) => `${fault.path ?? ''}${fault.line ? `:${fault.line}` : ''} ${fault.message}`).join('; ')}
            </p>
          )}
        </div>
      }
      label={t('publish.reason')}
      help={t('publish.reason_help')}
      confirm={t(at === '' ? 'content.publish' : 'publish.schedule')}
      run={(reason, key) => publishDrafts(chosen, reason, at === '' ? null : new Date(at).toISOString(), key)}
      onDone={() => {
        showToast('successfully', t(at === '' ? 'publish.done' : 'publish.scheduled'))
        changed()
      }}
      onChanged={changed}
      onClose={onClose}
    />
  )
}

/** Other drafts that can go along. */
export function Others({
  label,
  others,
  chosen,
  onToggle,
}: {
  label: string
  others: readonly DraftChoice[]
  chosen: readonly DraftChoice[]
  onToggle: (draft: DraftChoice) => void
}) {
  if (others.length === 0) return null
  return (
    <fieldset>
      <legend className="text-sm font-medium text-text">{label}</legend>
      <div className="mt-2 max-h-40 space-y-2 overflow-y-auto">
        {others.map((draft) => (
          <Checkbox key={draft.path} isSelected={chosen.some(({ path }) => path === draft.path)} onChange={() => onToggle(draft)}>
            <span className="font-mono text-[13px] break-all">{draft.path}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
