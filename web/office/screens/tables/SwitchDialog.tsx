import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '@/ui/toast'
import { closeTable, openTable, TABLES } from '../../api/tables'
import type { ClosedFor, OfficeTable } from '../../api/types'
import { t } from '../../i18n/texts'
import { ReasonDialog } from '../../ui/ReasonDialog'

/** What players can be told. */
const REASONS: readonly ClosedFor[] = ['maintenance', 'check', 'rules', 'rest']

/** Closes a table after its round, or opens it again, with a reason. */
export function SwitchDialog({ table, onClose }: { table: OfficeTable; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [shownReason, setShownReason] = useState<ClosedFor>('maintenance')
  const { identifier, title } = table.game
  const to = table.closed ? 'open' : 'close'
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: TABLES })
  }
  return (
    <ReasonDialog
      title={t(`tables.to_${to}_title`, { title })}
      text={t(`tables.to_${to}_text`)}
      confirm={t(`tables.to_${to}`)}
      tone={to === 'close' ? 'danger' : 'primary'}
      run={(reason, key) => (to === 'close' ? closeTable(identifier, shownReason, reason, key) : openTable(identifier, reason, key))}
      onDone={() => {
        showToast('successfully', t(`tables.done_${to}`, { title }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
      choice={shownReason}
    >
      {to === 'close' && <ClosureReasonSelect value={shownReason} onChange={setShownReason} />}
    </ReasonDialog>
  )
}

function ClosureReasonSelect({ value, onChange }: { value: ClosedFor; onChange: (reason: ClosedFor) => void }) {
  return (
    <label className="flex flex-col gap-1 text-sm">
      {t('tables.told')}
      <select
        value={value}
        onChange={({ target }) => onChange(REASONS.find((known) => known === target.value) ?? 'rest')}
        className="h-9 rounded-m border border-line bg-surface px-2 text-sm text-text pointer-coarse:h-11"
      >
        {REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {t(`tables.told_${reason}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
