import { useActiveAccount } from '@/api/session/accounts'
import type { LootboxItem } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { DataTable } from '@/ui/DataTable'
import { usePrizeTexts } from '@/ui/usePrizeTexts'

interface OddsTableProps {
  items: readonly LootboxItem[]
  /** The sum of all weights. */
  weight: number
}

/** What can be won, how likely, and on which terms; prizes of weight zero with their odds of zero. */
export function OddsTable({ items, weight }: OddsTableProps) {
  const currency = useActiveAccount()?.currency
  const texts = usePrizeTexts(currency)
  const percent = new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 })
  return (
    <DataTable
      rows={items}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          label: t('lootbox.prize'),
          cell: ({ bonuses, title }) => <span className="font-semibold text-text">{bonuses[0] ? texts.name(bonuses[0]) : title}</span>,
          isRowHeader: true,
        },
        { label: t('lootbox.chance'), cell: (item) => <span className="tabular">{percent.format(item.weight / weight)}</span>, align: 'end', isLabelled: true },
        { label: t('lootbox.terms'), cell: ({ bonuses }) => bonuses.map(texts.terms).join(', '), className: 'max-md:col-span-2 max-md:whitespace-normal' },
      ]}
    />
  )
}
