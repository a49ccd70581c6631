import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { currentLocale } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import { formatMoney } from '@/domain/money'
import { useCurrencies } from '../../api/currencies'
import { fileAddress } from '../../api/files'
import { reportQuery, type ReportFilter } from '../../api/reports'
import type { Report, ReportGroup, ReportLine } from '../../api/types'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { FileLink } from '../../ui/FileLink'
import { Loaded, State } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Chart } from './Chart'
import { GROUPS, isAmount, shownFigures, type FigureName } from './reportFigures'
import { ReportTable } from './ReportTable'

const route = getRouteApi('/member/reports')

/** Bars that are drawn at most where lines are not days: the longest ones. */
const BARS = 24

/** A chart of one figure, and a table of all. */
export function Figures({ filter }: { filter: ReportFilter }) {
  const { by, figure } = route.useSearch()
  const report = useQuery({ ...reportQuery(filter, by), placeholderData: keepPreviousData })
  return (
    <Loaded query={report}>
      {(found) =>
        found.lines.length === 0 ? (
          <State icon="chart" title={t('reports.none')} text={t('reports.none_text')} />
        ) : (
          <Found report={found} by={by} figure={shownFigures(found.lines).includes(figure) ? figure : 'ggr_cents'} filter={filter} />
        )
      }
    </Loaded>
  )
}

interface FoundProps {
  report: Report
  by: ReportGroup
  figure: FigureName
  filter: ReportFilter
}

function Found({ report, by, figure, filter }: FoundProps) {
  const write = useWriter(report.currency)
  const isByTime = by === 'day' || by === 'month'
  const values = report.lines.map((line) => ({ label: nameOf(line, by), value: line[figure] ?? 0 }))
  const points = isByTime ? values : values.sort((one, other) => Math.abs(other.value) - Math.abs(one.value)).slice(0, BARS)
  const written = points.map(({ value }) => value)
  const label = t('reports.chart', {
    figure: t(`figure.${figure}`),
    by: t(`reports.by_${by}`),
    low: write(figure, Math.min(...written)),
    high: write(figure, Math.max(...written)),
  })
  return (
    <div className="space-y-5">
      <Panel
        title={t(`figure.${figure}`)}
        actions={
          <div className="flex flex-wrap gap-3">
            <AddressSelect label={t('reports.by')} name="by" value={by} choices={GROUPS.map((value) => ({ value, label: t(`reports.by_${value}`) }))} />
            <AddressSelect
              label={t('reports.figure')}
              name="figure"
              value={figure}
              choices={shownFigures(report.lines).map((value) => ({ value, label: t(`figure.${value}`) }))}
            />
          </div>
        }
      >
        <Chart label={label} points={points} write={(value) => write(figure, Math.round(value))} />
      </Panel>
      <Notes report={report} />
      <ReportTable report={report} by={by} write={write} nameOf={(line) => nameOf(line, by)} />
      <FileLink href={fileAddress('/api/reports/export', { ...filter, by })}>{t('list.csv')}</FileLink>
    </div>
  )
}

/** What the amounts are worked out of. */
function Notes({ report: { converted, left_out } }: { report: Report }) {
  if (!converted) return null
  return (
    <p className="text-sm text-muted">
      {t('reports.converted')} {left_out.length > 0 && t('reports.left_out', { codes: left_out.join(', ') })}
    </p>
  )
}

/** Writes amounts in the report's currency, and counts. */
function useWriter(currency: string): (figure: FigureName, value: number) => string {
  const currencies = useCurrencies()
  const locale = currentLocale()
  return (figure, value) => (isAmount(figure) ? formatMoney(value, currency, currencies, locale, 'whole') : value.toLocaleString(locale))
}

function nameOf({ key, name }: ReportLine, by: ReportGroup): string {
  if (key === '') return t(by === 'game' || by === 'provider' ? 'reports.none_of_them' : 'reports.not_recorded')
  if (by === 'month') return key.slice(0, 7)
  if (by === 'country') return countryName(key)
  return name || key
}
