import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { Checkbox } from '@/ui/Checkbox'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { Skeleton } from '@/ui/Skeleton'
import { featureIsOn, ownFlags, setOwnFlag } from '../model/flags'

/** The switches of the operator, which a tester may set otherwise for this browser. */
export function FlagsPage() {
  const project = useQuery(projectQuery)
  const player = usePlayer()
  const [, setSwitched] = useState(ownFlags)
  const ofProject = project.data?.features ?? {}
  const names = Object.keys(ofProject).sort()
  const change = (name: string, isOn: boolean) => {
    setOwnFlag(name, isOn)
    setSwitched(ownFlags())
  }
  return (
    <div className="content max-w-3xl py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('flags.title')}</h1>
      <p className="mt-2 mb-6 text-soft">{t('flags.text')}</p>
      {project.isPending && <Skeleton className="h-40 w-full" />}
      {!project.isPending && names.length === 0 && <EmptyState drawing={<NothingFound />} title={t('flags.none')} />}
      {names.length > 0 && (
        <ul className="divide-y divide-line/60 rounded-l border border-line bg-surface px-5 py-2">
          {names.map((name) => (
            <li key={name}>
              <Checkbox isSelected={featureIsOn(name, ofProject, player)} onChange={(isOn) => change(name, isOn)}>
                {name}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
