import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { retentionQuery, type ReportFilter } from '../../api/reports'
import type { Cohort } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded, State } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { monthsBetween } from './cohorts'

/** Of those who signed up in a month, how many have bet in the months that followed. */
export function Retention({ filter }: { filter: ReportFilter }) {
  const retention = useQuery(retentionQuery(filter))
  return (
    <Loaded query={retention}>
      {({ cohorts }) =>
        cohorts.length === 0 ? <State icon="user" title={t('retention.none')} text={t('reports.none_text')} /> : <Cohorts cohorts={cohorts} />
      }
    </Loaded>
  )
}

function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const ages = Math.max(...cohorts.flatMap(({ month, active }) => active.map((later) => monthsBetween(month, later.month))), 0)
  return (
    <Panel title={t('retention.title')}>
      <p className="mb-3 text-sm text-muted">{t('retention.lead')}</p>
      <DataGrid
        label={t('retention.title')}
        rows={cohorts}
        rowKey={({ month }) => month}
        columns={[
          { label: t('retention.cohort'), cell: ({ month }) => <span className="whitespace-nowrap">{month.slice(0, 7)}</span> },
          { label: t('retention.players'), align: 'end', cell: ({ registered }) => registered.toLocaleString(currentLocale()) },
          ...Array.from({ length: ages + 1 }, (_, age) => ({
            label: t('retention.later', { count: String(age) }),
            align: 'end' as const,
            cell: (cohort: Cohort) => <Share cohort={cohort} age={age} />,
          })),
        ]}
      />
    </Panel>
  )
}

/** The share of a cohort, the darker the greater. */
function Share({ cohort: { month, registered, active }, age }: { cohort: Cohort; age: number }) {
  const players = active.find((later) => monthsBetween(month, later.month) === age)?.players
  if (players === undefined || registered === 0) return <span className="text-muted">–</span>
  const share = players / registered
  return (
    <span
      className="tabular inline-block rounded-s px-2 py-0.5"
      title={players.toLocaleString(currentLocale())}
      style={{ backgroundColor: `color-mix(in srgb, var(--accent) ${Math.round(Math.min(share, 1) * 35)}%, transparent)` }}
    >
      {share.toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 1 })}
    </span>
  )
}
