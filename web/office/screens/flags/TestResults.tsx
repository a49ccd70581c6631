import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { flagResultsQuery } from '../../api/flags'
import type { FlagTestRun, FlagVariantResult } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { FileLink } from '../../ui/FileLink'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'

/** What came of the A/B tests of a switch, the newest run first. */
export function TestResults({ name }: { name: string }) {
  const results = useQuery(flagResultsQuery(name))
  return (
    <Panel
      title={t('flags.results')}
      className="mt-4"
      actions={
        results.data && results.data.length > 0 ? (
          <FileLink href={`/api/flags/${encodeURIComponent(name)}/results/export`}>{t('flags.results_csv')}</FileLink>
        ) : undefined
      }
    >
      <Loaded query={results}>{(runs) => <Runs runs={runs} />}</Loaded>
    </Panel>
  )
}

/** Runs with their variants. */
export function Runs({ runs }: { runs: readonly FlagTestRun[] }) {
  return (
    <>
      <p className="mb-3 text-sm text-muted">{t(runs.length === 0 ? 'flags.results_none' : 'flags.results_lead')}</p>
      <div className="space-y-6">
        {runs.map((run) => (
          <Run key={run.run} run={run} />
        ))}
      </div>
    </>
  )
}

function Run({ run }: { run: FlagTestRun }) {
  const { plan, variants, begun_at, ended_at } = run
  const title = t('flags.run', { version: run.run, outcome: t(`flag_outcome.${plan.outcome}`) })
  // The widest interval fills its column, so that bars of small shares can be told apart.
  const most = Math.max(...variants.map(({ high }) => high ?? 0), 1)
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="mb-2 text-xs text-muted">
        <Time at={begun_at} />
        {ended_at !== null && (
          <>
            {' – '}
            <Time at={ended_at} />
          </>
        )}
      </p>
      <p className="mb-3 text-sm">{progressOf(run)}</p>
      <DataGrid
        label={title}
        rows={variants}
        rowKey={({ name }) => name}
        columns={[
          { label: t('flags.variant'), cell: ({ name }) => <span className="font-medium">{tWord('flag_variant', name)}</span> },
          { label: t('flags.shown'), align: 'end', cell: ({ shown }) => number(shown) },
          {
            label: t('flags.counted'),
            align: 'end',
            cell: ({ visitors }) => t('flags.of_planned', { count: number(visitors), planned: number(plan.visitors) }),
          },
          { label: t(`flag_outcome.${plan.outcome}`), align: 'end', cell: ({ reached }) => number(reached) },
          { label: t('flags.conversion'), cell: (variant) => <Conversion variant={variant} most={most} /> },
          { label: t('flags.against_first'), cell: (variant) => <Against run={run} variant={variant} /> },
        ]}
      />
      <Sentences run={run} />
    </section>
  )
}

/** How far a run is, in words. */
function progressOf({ progress, plan, waits_until }: FlagTestRun): string {
  if (progress !== 'waiting' || waits_until === null) return t(`flag_progress.${progress}`, { planned: number(plan.visitors), until: '' })
  return t('flag_progress.waiting', { planned: number(plan.visitors), until: dateTimeText(waits_until) })
}

/** The share as a mark within the bar of its interval. */
function Conversion({ variant: { share, low, high }, most }: { variant: FlagVariantResult; most: number }) {
  if (share === null || low === null || high === null) return <span className="text-muted">–</span>
  const place = (hundredths: number) => `${(hundredths * 100) / most}%`
  return (
    <span className="block min-w-40">
      <span className="tabular whitespace-nowrap">{t('flags.share_with_interval', { share: percent(share), low: percent(low), high: percent(high) })}</span>
      <span aria-hidden="true" className="relative mt-1 block h-2 rounded-s bg-hover">
        <span
          className="absolute inset-y-0 rounded-s"
          style={{ left: place(low), width: place(high - low), backgroundColor: 'color-mix(in srgb, var(--accent) 45%, transparent)' }}
        />
        <span className="absolute -inset-y-0.5 w-0.5 bg-text" style={{ left: place(share) }} />
      </span>
    </span>
  )
}

function Against({ run, variant }: { run: FlagTestRun; variant: FlagVariantResult }) {
  if (variant.name === run.variants[0]?.name) return <span className="text-muted">{t('flags.first_variant')}</span>
  const { against_first } = variant
  if (against_first === null) return <span className="text-muted">{t('flags.not_yet')}</span>
  if (against_first.probability === null) return <>{t('flags.too_few')}</>
  return <>{t(against_first.differs ? 'flags.differs' : 'flags.differs_not', { probability: percent(against_first.probability) })}</>
}

/** What each variant came to in a sentence, for who reads no tables. */
function Sentences({ run: { variants, plan } }: { run: FlagTestRun }) {
  const counted = variants.filter(({ share }) => share !== null)
  if (counted.length === 0) return null
  return (
    <ul className="mt-3 space-y-1 text-sm text-muted">
      {counted.map(({ name, reached, visitors, low, high }) => (
        <li key={name}>
          {t(`flags.sentence_${plan.outcome}`, {
            name: tWord('flag_variant', name),
            reached: number(reached),
            visitors: number(visitors),
            low: percent(low ?? 0),
            high: percent(high ?? 0),
          })}
        </li>
      ))}
    </ul>
  )
}

const number = (count: number): string => count.toLocaleString(currentLocale())

/** Hundredths of a per cent in the reader's customs. */
const percent = (hundredths: number): string => (hundredths / 10_000).toLocaleString(currentLocale(), { style: 'percent', minimumFractionDigits: 2 })
