import { useState } from 'react'
import { t } from '@/i18n/messages'
import { Tabs } from '@/ui/Tabs'
import type { Widgets } from '../model/widgets'

type Award = NonNullable<Widgets['awards']>[number]

/** What the company has won, a year at a time: the newest first. Nothing without awards, no choice where all are of one year. */
export function AwardsList({ awards }: { awards: readonly Award[] }) {
  const years = [...new Set(awards.map(({ year }) => year))].sort((one, other) => other - one)
  const [chosen, setChosen] = useState<string>()
  if (awards.length === 0) return null
  const of = (year: number) => <Cards awards={awards.filter((award) => award.year === year)} />
  return (
    <div className="mt-10">
      {years.length === 1 ? (
        <Cards awards={awards} />
      ) : (
        <Tabs
          label={t('awards.years')}
          selected={chosen ?? String(years[0])}
          onSelect={setChosen}
          items={years.map((year) => ({ id: String(year), label: String(year), content: of(year) }))}
        />
      )}
    </div>
  )
}

function Cards({ awards }: { awards: readonly Award[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {awards.map((award) => (
        <li key={`${award.name} ${award.nomination} ${award.year}`} className="flex items-center gap-4 rounded-l border border-line bg-surface p-5">
          <img src={award.imgUrl} alt="" width={64} height={64} loading="lazy" className="size-16 shrink-0 object-contain" />
          <div className="min-w-0">
            <p className="text-xs text-muted">
              {award.name}, {award.year}
            </p>
            <p className="mt-1 font-semibold">{award.nomination}</p>
            <p className="text-sm text-soft">{award.prize}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
