import type { ImportPreview } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'

interface ImportedGamesProps {
  title: string
  found: ImportPreview['new']
  /** Whether the fields are told that become others. */
  hasFields?: boolean
}

/** Games of a list that are new, become others, or are turned off. */
export function ImportedGames({ title, found: { total, games }, hasFields = false }: ImportedGamesProps) {
  if (total === 0) return null
  return (
    <Panel title={title} actions={<Counted count={total} />}>
      <DataGrid
        label={title}
        rows={games}
        rowKey={({ identifier }) => identifier}
        columns={[
          { label: t('games.game'), cell: ({ title: name }) => name },
          { label: t('titles.search'), cell: ({ identifier }) => <code className="text-xs break-all">{identifier}</code> },
          ...(hasFields ? [{ label: t('import.fields'), cell: ({ fields }: (typeof games)[number]) => fields.join(', ') }] : []),
        ]}
      />
      <Rest shown={games.length} total={total} />
    </Panel>
  )
}

/** Rows of a list that cannot be taken, each with its line and why. */
export function RefusedRows({ rows, total }: { rows: ImportPreview['refused']; total: number }) {
  if (total === 0) return null
  return (
    <Panel title={t('import.refused')} actions={<Counted count={total} />}>
      <DataGrid
        label={t('import.refused')}
        rows={rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { label: t('import.line'), cell: ({ line }) => line },
          { label: t('games.game'), cell: ({ identifier }) => <code className="text-xs break-all">{identifier ?? '–'}</code> },
          { label: t('import.reason'), cell: ({ reason }) => reason },
        ]}
      />
      <Rest shown={rows.length} total={total} />
    </Panel>
  )
}

function Counted({ count }: { count: number }) {
  return <span className="text-sm text-muted">{t('import.count', { count })}</span>
}

/** How many there are beyond those that are shown. */
function Rest({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null
  return <p className="mt-3 text-sm text-muted">{t('import.more', { count: total - shown })}</p>
}
