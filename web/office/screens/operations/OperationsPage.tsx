import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { Alert } from '@/ui/Alert'
import { operationsQuery } from '../../api/operations'
import type { Operations } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'
import { Maintenance } from './Maintenance'
import { Servers } from './Servers'
import { Settings } from './Settings'

/** How the operator does: what waits, who lags behind the log, how far it is sealed, and what the settings are. */
export function OperationsPage() {
  const operations = useQuery(operationsQuery)
  return (
    <>
      <PageHead title={t('operations.title')} lead={t('operations.lead')} />
      <Loaded query={operations}>{(found) => <Found operations={found} />}</Loaded>
    </>
  )
}

const counted = (count: number): string => count.toLocaleString(currentLocale())

function Found({ operations: { degraded, queues, readers, registers, seals, settings, ...rest } }: { operations: Operations }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Alert tone={degraded.length > 0 ? 'danger' : 'success'} className="lg:col-span-2">
        {degraded.length > 0 ? t('operations.degraded', { jobs: degraded.join(', ') }) : t('operations.fine')}
      </Alert>
      <Maintenance />
      <Servers />
      <Panel title={t('operations.queues')}>
        <DataGrid
          label={t('operations.queues')}
          rows={queues}
          rowKey={({ name }) => name}
          columns={[
            { label: t('operations.queue'), cell: ({ name }) => tWord('queue', name) },
            { label: t('operations.waiting'), align: 'end', cell: ({ waiting }) => counted(waiting) },
            {
              label: t('operations.failed'),
              align: 'end',
              cell: ({ failed }) => <span className={failed > 0 ? 'font-semibold text-danger-text' : undefined}>{counted(failed)}</span>,
            },
            { label: t('operations.oldest'), align: 'end', cell: ({ oldest_at }) => (oldest_at ? <Time at={oldest_at} /> : '–') },
          ]}
        />
      </Panel>
      <Server operations={rest} />
      {registers.length > 0 && (
        <Panel title={t('operations.registers')}>
          <DataGrid
            label={t('operations.registers')}
            rows={registers}
            rowKey={({ name }) => name}
            columns={[
              { label: t('operations.register'), cell: ({ name }) => name },
              { label: t('operations.answered_at'), align: 'end', cell: ({ answered_at }) => (answered_at ? <Time at={answered_at} /> : '–') },
              {
                label: t('operations.silent_since'),
                align: 'end',
                cell: ({ silent_since }) =>
                  silent_since ? (
                    <span className="font-semibold text-danger-text">
                      <Time at={silent_since} />
                    </span>
                  ) : (
                    '–'
                  ),
              },
              { label: t('operations.failed'), align: 'end', cell: ({ failures }) => counted(failures) },
            ]}
          />
        </Panel>
      )}
      <Panel title={t('operations.readers')}>
        <DataGrid
          label={t('operations.readers')}
          rows={readers}
          rowKey={({ reader }) => reader}
          columns={[
            { label: t('operations.reader'), cell: ({ reader }) => reader },
            { label: t('operations.behind'), align: 'end', cell: ({ rows }) => counted(rows) },
          ]}
        />
      </Panel>
      <Panel title={t('operations.seals')}>
        <DataGrid
          label={t('operations.seals')}
          rows={seals}
          rowKey={({ lane }) => String(lane)}
          columns={[
            { label: t('operations.lane'), cell: ({ lane }) => lane },
            { label: t('operations.rows'), align: 'end', cell: ({ rows }) => counted(rows) },
            { label: t('operations.unsealed'), align: 'end', cell: ({ rows, sealed_to }) => counted(rows - sealed_to) },
            { label: t('operations.sealed_at'), align: 'end', cell: ({ sealed_at }) => (sealed_at ? <Time at={sealed_at} /> : t('never')) },
          ]}
        />
      </Panel>
      <Settings settings={settings} />
    </div>
  )
}

type ServerProps = Pick<Operations, 'version' | 'engine' | 'migrations' | 'last_migration' | 'sign_ins_held_up' | 'staff_tries'>

function Server({ operations: { version, engine, migrations, last_migration, sign_ins_held_up, staff_tries } }: { operations: ServerProps }) {
  const facts = [
    [t('operations.version'), version],
    [t('operations.engine'), engine],
    [t('operations.migrations'), t('operations.migrations_value', { count: counted(migrations), name: last_migration })],
    [t('operations.sign_ins'), counted(sign_ins_held_up)],
    [t('operations.staff_tries'), counted(staff_tries)],
  ] as const
  return (
    <Panel title={t('operations.server')}>
      <dl className="space-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
