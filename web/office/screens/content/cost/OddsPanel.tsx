import { currentLocale } from '@/i18n/messages'
import { percentText } from '@/platform/decimals'
import { Alert } from '@/ui/Alert'
import { useOdds } from '../../../api/costs'
import type { BoxOdds } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { chance, isNoHundred } from './costModel'

/** The odds of every box of a text, what its prizes are worth, and what a draw is worth in the mean. */
export function OddsPanel({ text }: { text: string }) {
  const { data } = useOdds(text)
  return (
    <Panel title={t('odds.title')}>
      <p className="text-sm text-muted">{t('odds.text')}</p>
      {data?.fault && <Alert tone="danger">{data.fault}</Alert>}
      {data?.boxes.map((box) => (
        <OneBox key={box.code} box={box} />
      ))}
    </Panel>
  )
}

function OneBox({ box }: { box: BoxOdds }) {
  const { worth_euro_cents: worth, price_euro_cents: price } = box
  const euros = (cents: number | null) => (cents === null ? '–' : <Amount cents={cents} currency="EUR" />)
  return (
    <section aria-label={box.title} className="mt-4 space-y-2">
      <h3 className="text-sm font-semibold">
        {box.title} <span className="font-mono font-normal text-muted">{box.code}</span>
      </h3>
      <p className="text-sm text-soft">
        {t('odds.mean')} {euros(worth)}
        {price !== null && (
          <>
            {' '}
            · {t('odds.price')} {euros(price)}
          </>
        )}
      </p>
      {worth !== null && price !== null && worth > price && <Alert tone="warning">{t('cost.warning_worth_above_price')}</Alert>}
      {isNoHundred(box.weights) && <p className="text-xs text-muted">{t('odds.no_hundred', { weights: box.weights })}</p>}
      <DataGrid
        label={box.title}
        rows={box.prizes}
        rowKey={({ code }) => code}
        columns={[
          { label: t('odds.prize'), cell: ({ title }) => title },
          { label: t('odds.weight'), align: 'end', cell: ({ weight }) => weight },
          { label: t('odds.chance'), align: 'end', cell: ({ weight }) => percentText(chance(weight, box.weights), currentLocale()) },
          { label: t('odds.worth'), align: 'end', cell: (prize) => euros(prize.worth_euro_cents) },
        ]}
      />
    </section>
  )
}
