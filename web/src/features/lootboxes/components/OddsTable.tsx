import { useActiveAccount } from '@/api/session/accounts'
import type { LootboxItem } from '@/api/types'
import { chanceText } from '@/i18n/chance'
import { t } from '@/i18n/messages'
import { DataTable } from '@/ui/DataTable'
import { usePrizeTexts } from '@/ui/usePrizeTexts'

interface OddsTableProps {
  items: readonly LootboxItem[]
  /** The sum of all weights. */
  weight: number
  /** Of the wallet that a prize goes to; the one in use without. */
  currency?: string
}

/** What can be won, how likely, and on which terms; prizes of weight zero with their odds of zero. */
export function OddsTable({ items, weight, currency }: OddsTableProps) {
  const inUse = useActiveAccount()?.currency
  const texts = usePrizeTexts(currency ?? inUse)
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
        { label: t('lootbox.chance'), cell: (item) => <span className="tabular">{chanceText(item.weight, weight)}</span>, align: 'end', isLabelled: true },
        { label: t('lootbox.terms'), cell: ({ bonuses }) => bonuses.map(texts.terms).join(', '), className: 'max-md:col-span-2 max-md:whitespace-normal' },
      ]}
    />
  )
}
