import { currentLocale } from '@/i18n/messages'
import { percentText } from '@/lib/decimals'
import { Notice } from '@/ui/Notice'
import { useOdds } from '../../../api/costs'
import type { BoxOdds } from '../../../api/types'
import { say } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { chance, isNoHundred } from './costModel'

/** The odds of every box of a text, what its prizes are worth, and what a draw is worth in the mean. */
export function OddsPanel({ text }: { text: string }) {
  const { data } = useOdds(text)
  return (
    <Panel title={say('odds.title')}>
      <p className="text-sm text-muted">{say('odds.text')}</p>
      {data?.fault && <Notice tone="danger">{data.fault}</Notice>}
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
        {say('odds.mean')} {euros(worth)}
        {price !== null && (
          <>
            {' '}
            · {say('odds.price')} {euros(price)}
          </>
        )}
      </p>
      {worth !== null && price !== null && worth > price && <Notice tone="warning">{say('cost.warning_worth_above_price')}</Notice>}
      {isNoHundred(box.weights) && <p className="text-xs text-muted">{say('odds.no_hundred', { weights: box.weights })}</p>}
      <DataGrid
        label={box.title}
        rows={box.prizes}
        rowKey={({ code }) => code}
        columns={[
          { label: say('odds.prize'), cell: ({ title }) => title },
          { label: say('odds.weight'), align: 'end', cell: ({ weight }) => weight },
          { label: say('odds.chance'), align: 'end', cell: ({ weight }) => percentText(chance(weight, box.weights), currentLocale()) },
          { label: say('odds.worth'), align: 'end', cell: (prize) => euros(prize.worth_euro_cents) },
        ]}
      />
    </section>
  )
}
