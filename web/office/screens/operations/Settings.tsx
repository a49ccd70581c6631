import type { Operations } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Panel } from '../../ui/Panel'

type Setting = Operations['settings'][number]

/** The settings in force, each with where it was set. */
export function Settings({ settings }: { settings: readonly Setting[] }) {
  return (
    <Panel title={t('operations.settings')} className="lg:col-span-2">
      <DataGrid
        label={t('operations.settings')}
        rows={settings}
        rowKey={({ name }) => name}
        columns={[
          { label: t('operations.setting'), cell: ({ name }) => <code className="text-xs">{name}</code> },
          { label: t('operations.value'), cell: ({ value }) => <span className="break-all">{value || '–'}</span> },
          { label: t('operations.source'), cell: ({ source, named }) => <Source source={source} named={named} /> },
        ]}
      />
    </Panel>
  )
}

/** The file or the variable by its name, or that nobody has set it. */
function Source({ source, named }: Pick<Setting, 'source' | 'named'>) {
  return (
    <span className={source === 'default' ? 'text-muted' : undefined}>
      {t(`operations.source_${source}`)} {named !== null && <code className="text-xs break-all">{named}</code>}
    </span>
  )
}
