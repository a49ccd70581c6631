import { Checkbox } from '@/ui/Checkbox'
import type { DraftChoice } from '../../api/types'
import { t } from '../../i18n/texts'
import { hasPath, sinceTicked } from './together'

interface OtherDraftsProps {
  label: string
  /** As they are now. */
  drafts: readonly DraftChoice[]
  /** As they were ticked. */
  ticked: readonly DraftChoice[]
  onToggle: (draft: DraftChoice) => void
}

/** Other drafts that can go along. A ticked one that is not what it was says so. */
export function OtherDrafts({ label, drafts, ticked, onToggle }: OtherDraftsProps) {
  const shown = [...drafts, ...ticked.filter(({ path }) => !hasPath(drafts, path))]
  if (shown.length === 0) return null
  const errorOf = (path: string) => {
    const one = ticked.find((draft) => draft.path === path)
    const since = one ? sinceTicked(one, drafts) : 'same'
    return since === 'same' ? undefined : t(`together.${since}`)
  }
  return (
    <fieldset>
      <legend className="text-sm font-medium text-text">{label}</legend>
      <div className="mt-2 max-h-40 space-y-2 overflow-y-auto">
        {shown.map((draft) => (
          <Checkbox key={draft.path} isSelected={hasPath(ticked, draft.path)} error={errorOf(draft.path)} onChange={() => onToggle(draft)}>
            <span className="font-mono text-[13px] break-all">{draft.path}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
