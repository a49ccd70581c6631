import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '@/i18n/messages'
import { fileAddress } from '../../api/files'
import { taxesQuery, type ReportFilter } from '../../api/reports'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'

/** What each licence's state takes, and the file that its regulator is given. */
export function Taxes({ filter }: { filter: ReportFilter }) {
  const taxes = useQuery(taxesQuery(filter))
  const euros = (cents: number) => <Amount cents={cents} currency="EUR" />
  return (
    <Loaded query={taxes}>
      {({ licences, left_out }) => (
        <Panel title={t('taxes.title')}>
          <p className="mb-3 text-sm text-muted">
            {t('taxes.lead')} {left_out.length > 0 && t('reports.left_out', { codes: left_out.join(', ') })}
          </p>
          <DataGrid
            label={t('taxes.title')}
            rows={licences}
            rowKey={({ licence }) => licence}
            columns={[
              { label: t('reports.by_licence'), cell: ({ name }) => <span className="font-medium">{name}</span> },
              { label: t('figure.ggr_cents'), align: 'end', cell: ({ ggr_cents }) => euros(ggr_cents) },
              { label: t('figure.ngr_cents'), align: 'end', cell: ({ ngr_cents }) => euros(ngr_cents) },
              {
                label: t('taxes.base'),
                align: 'end',
                cell: ({ base, taxed_cents }) => (
                  <>
                    {base.toUpperCase()} {euros(taxed_cents)}
                  </>
                ),
              },
              {
                label: t('taxes.rate'),
                align: 'end',
                cell: ({ basis_points }) => (basis_points / 10_000).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }),
              },
              { label: t('taxes.tax'), align: 'end', cell: ({ tax_cents }) => <strong>{euros(tax_cents)}</strong> },
              {
                label: t('taxes.file'),
                align: 'end',
                cell: ({ licence, name }) => (
                  <a
                    href={fileAddress('/api/reports/regulator', { licence, from: filter.from, to: filter.to })}
                    download
                    aria-label={`${t('taxes.save')}, ${t('taxes.file')}: ${name}`}
                    className="rounded-s text-link underline-offset-4 hover:underline"
                  >
                    {t('taxes.save')}
                  </a>
                ),
              },
            ]}
          />
        </Panel>
      )}
    </Loaded>
  )
}
