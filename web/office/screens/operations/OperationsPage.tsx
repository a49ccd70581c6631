import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { Notice } from '@/ui/Notice'
import { operationsQuery } from '../../api/operations'
import type { Operations } from '../../api/types'
import { say, sayWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'
import { Maintenance } from './Maintenance'
import { Servers } from './Servers'

/** How the house does: what waits, who lags behind the log, how far it is sealed, and what the settings are. */
export function OperationsPage() {
  const operations = useQuery(operationsQuery)
  return (
    <>
      <PageHead title={say('operations.title')} lead={say('operations.lead')} />
      <Loaded query={operations}>{(found) => <Found operations={found} />}</Loaded>
    </>
  )
}

const counted = (count: number): string => count.toLocaleString(currentLocale())

function Found({ operations: { degraded, queues, readers, registers, seals, settings, ...rest } }: { operations: Operations }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Notice tone={degraded.length > 0 ? 'danger' : 'success'} className="lg:col-span-2">
        {degraded.length > 0 ? say('operations.degraded', { jobs: degraded.join(', ') }) : say('operations.fine')}
      </Notice>
      <Maintenance />
      <Servers />
      <Panel title={say('operations.queues')}>
        <DataGrid
          label={say('operations.queues')}
          rows={queues}
          rowKey={({ name }) => name}
          columns={[
            { label: say('operations.queue'), cell: ({ name }) => sayWord('queue', name) },
            { label: say('operations.waiting'), align: 'end', cell: ({ waiting }) => counted(waiting) },
            { label: say('operations.failed'), align: 'end', cell: ({ failed }) => <span className={failed > 0 ? 'font-semibold text-danger-text' : undefined}>{counted(failed)}</span> },
            { label: say('operations.oldest'), align: 'end', cell: ({ oldest_at }) => (oldest_at ? <Time at={oldest_at} /> : '–') },
          ]}
        />
      </Panel>
      <Server operations={rest} />
      {registers.length > 0 && (
        <Panel title={say('operations.registers')}>
          <DataGrid
            label={say('operations.registers')}
            rows={registers}
            rowKey={({ name }) => name}
            columns={[
              { label: say('operations.register'), cell: ({ name }) => name },
              { label: say('operations.answered_at'), align: 'end', cell: ({ answered_at }) => (answered_at ? <Time at={answered_at} /> : '–') },
              { label: say('operations.silent_since'), align: 'end', cell: ({ silent_since }) => (silent_since ? <span className="font-semibold text-danger-text"><Time at={silent_since} /></span> : '–') },
              { label: say('operations.failed'), align: 'end', cell: ({ failures }) => counted(failures) },
            ]}
          />
        </Panel>
      )}
      <Panel title={say('operations.readers')}>
        <DataGrid
          label={say('operations.readers')}
          rows={readers}
          rowKey={({ reader }) => reader}
          columns={[
            { label: say('operations.reader'), cell: ({ reader }) => reader },
            { label: say('operations.behind'), align: 'end', cell: ({ rows }) => counted(rows) },
          ]}
        />
      </Panel>
      <Panel title={say('operations.seals')}>
        <DataGrid
          label={say('operations.seals')}
          rows={seals}
          rowKey={({ lane }) => String(lane)}
          columns={[
            { label: say('operations.lane'), cell: ({ lane }) => lane },
            { label: say('operations.rows'), align: 'end', cell: ({ rows }) => counted(rows) },
            { label: say('operations.unsealed'), align: 'end', cell: ({ rows, sealed_to }) => counted(rows - sealed_to) },
            { label: say('operations.sealed_at'), align: 'end', cell: ({ sealed_at }) => (sealed_at ? <Time at={sealed_at} /> : say('never')) },
          ]}
        />
      </Panel>
      <Panel title={say('operations.settings')} className="lg:col-span-2">
        <DataGrid
          label={say('operations.settings')}
          rows={settings}
          rowKey={({ name }) => name}
          columns={[
            { label: say('operations.setting'), cell: ({ name }) => <code className="text-xs">{name}</code> },
            { label: say('operations.value'), cell: ({ value }) => <span className="break-all">{value || '–'}</span> },
          ]}
        />
      </Panel>
    </div>
  )
}

type ServerProps = Pick<Operations, 'version' | 'engine' | 'migrations' | 'last_migration' | 'sign_ins_held_up' | 'staff_tries'>

function Server({ operations: { version, engine, migrations, last_migration, sign_ins_held_up, staff_tries } }: { operations: ServerProps }) {
  const told = [
    [say('operations.version'), version],
    [say('operations.engine'), engine],
    [say('operations.migrations'), say('operations.migrations_value', { count: counted(migrations), name: last_migration })],
    [say('operations.sign_ins'), counted(sign_ins_held_up)],
    [say('operations.staff_tries'), counted(staff_tries)],
  ] as const
  return (
    <Panel title={say('operations.server')}>
      <dl className="space-y-2 text-sm">
        {told.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
