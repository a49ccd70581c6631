import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { serversQuery } from '../../api/operations'
import type { RunningServer } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'

const counted = (count: number): string => count.toLocaleString(currentLocale())

const MEBIBYTE = 1024 * 1024

/** Memory in mebibytes. */
const memoryOf = (bytes: number | null | undefined): string =>
  bytes === null || bytes === undefined ? '–' : t('servers.mebibytes', { count: counted(Math.round(bytes / MEBIBYTE)) })

/** The servers of the operator: which are there, and what each has to do. */
export function Servers() {
  const servers = useQuery(serversQuery)
  return (
    <Panel title={t('servers.title')} className="lg:col-span-2">
      <Loaded query={servers}>
        {(found) => (
          <DataGrid
            label={t('servers.title')}
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              { label: t('servers.server'), cell: (server) => <Name server={server} /> },
              { label: t('staff.state'), cell: (server) => <Standing server={server} /> },
              { label: t('operations.version'), cell: ({ version }) => version },
              { label: t('servers.since'), cell: ({ since }) => <Time at={since} /> },
              { label: t('servers.sockets'), align: 'end', cell: ({ sockets }) => counted(sockets) },
              { label: t('servers.memory'), align: 'end', cell: ({ memory }) => memoryOf(memory) },
              { label: t('servers.leases'), align: 'end', cell: ({ leases }) => counted(leases) },
              { label: t('operations.behind'), align: 'end', cell: ({ behind }) => counted(behind) },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function Name({ server: { id, listen, is_this } }: { server: RunningServer }) {
  return (
    <>
      <span className="font-medium">{listen}</span>
      {is_this && <span className="text-muted"> · {t('servers.this')}</span>}
      <code className="block text-xs text-muted">{id}</code>
    </>
  )
}

function Standing({ server: { is_gone, seen_at, failing } }: { server: RunningServer }) {
  if (is_gone) {
    return (
      <>
        <Badge tone="danger">{t('servers.gone')}</Badge>
        <span className="mt-1 block text-xs text-muted">
          {t('servers.seen')} <Time at={seen_at} />
        </span>
      </>
    )
  }
  return (
    <>
      <Badge tone={failing.length > 0 ? 'warning' : 'success'}>{t('servers.there')}</Badge>
      {failing.length > 0 && <span className="mt-1 block text-xs text-danger-text">{t('operations.degraded', { jobs: failing.join(', ') })}</span>}
    </>
  )
}
