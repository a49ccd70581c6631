import { getRouteApi, Link } from '@tanstack/react-router'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import type { Report, ReportGroup, ReportLine } from '../../api/types'
import { t } from '../../i18n/texts'
import { nextSorting, shownFigures, sorted, type FigureName, type Sorting } from './reportFigures'

interface ReportTableProps {
  report: Report
  by: ReportGroup
  write: (figure: FigureName, value: number) => string
  nameOf: (line: ReportLine) => string
}

const route = getRouteApi('/member/reports')

const CELL = 'px-3 py-2 whitespace-nowrap first:sticky first:left-0 first:bg-surface first:pl-4 last:pr-4'

/** Every figure of every line, ordered by the head that was pressed, above what they come to. */
export function ReportTable({ report, by, write, nameOf }: ReportTableProps) {
  const { sort, up } = route.useSearch()
  const figures = shownFigures(report.lines)
  const cells = (line: ReportLine) =>
    figures.map((figure) => {
      const value = line[figure]
      return (
        <td key={figure} className={cx(CELL, 'tabular text-right', (value ?? 0) < 0 && 'text-danger-text')}>
          {value === null ? '–' : write(figure, value)}
        </td>
      )
    })
  return (
    <div role="group" aria-label={t('reports.title')} tabIndex={0} className="overflow-x-auto rounded-l border border-line bg-surface">
      <table aria-label={t('reports.title')} className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <Head column="key" label={t(`reports.by_${by}`)} sorting={{ sort, up }} />
            {figures.map((figure) => (
              <Head key={figure} column={figure} label={t(`figure.${figure}`)} sorting={{ sort, up }} isAmount />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted(report.lines, { sort, up }).map((line) => (
            <tr key={line.key}>
              <th scope="row" className={cx(CELL, 'text-left font-medium')}>
                {nameOf(line)}
              </th>
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-semibold">
            <th scope="row" className={cx(CELL, 'text-left')}>
              {t('reports.total')}
            </th>
            {cells(report.total)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface HeadProps {
  column: FigureName | 'key'
  label: string
  sorting: Sorting
  isAmount?: boolean
}

function Head({ column, label, sorting, isAmount = false }: HeadProps) {
  const isSorted = sorting.sort === column
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.up ? 'ascending' : 'descending') : undefined}
      className={cx(CELL, 'font-medium', isAmount ? 'text-right' : 'text-left')}
    >
      <Link
        to="."
        search={(now: Record<string, unknown>) => ({ ...now, ...nextSorting(column, sorting) })}
        replace
        activeProps={{}}
        aria-label={t('reports.sort', { column: label })}
        className="inline-flex items-center gap-1 rounded-s hover:text-text"
      >
        {label}
        {isSorted && <Icon name={sorting.up ? 'arrowUp' : 'arrowDown'} size={12} />}
      </Link>
    </th>
  )
}
