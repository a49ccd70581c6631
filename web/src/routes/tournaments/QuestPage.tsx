import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrand } from '@/api/info/brand'
import { usePlayer } from '@/api/session/player'
import type { Tournament } from '@/api/types'
import { tournamentQuery, tournamentStatusQuery } from '@/features/tournaments/api/tournaments'
import { LevelPath } from '@/features/tournaments/components/LevelPath'
import { QuestProgress } from '@/features/tournaments/components/QuestProgress'
import { StatusBadge, TournamentTimer, useStatus } from '@/features/tournaments/components/TournamentTimer'
import { currentLocale, t } from '@/i18n/messages'
import { usePageHead } from '@/platform/pageHead'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { CountingGames } from './CountingGames'

/** One quest: how far the player is, the path of levels with their gifts, and the games that count. */
export function QuestPage() {
  const { slug = '' } = useParams({ strict: false })
  const player = usePlayer()
  const [pages, setPages] = useState(1)
  const found = useQuery(tournamentQuery(slug, currentLocale(), player?.id ?? null))
  const own = useQuery({ ...tournamentStatusQuery(slug), enabled: Boolean(player) }).data
  const quest = found.data
  const brand = useBrand()
  usePageHead({ title: quest && t('title.page', { page: quest.title, brand }), canonicalPath: quest && `/action/${quest.frontend_identifier}` })
  if (!quest) {
    return (
      <div className="content py-10">
        {found.isError ? <FailedState title={t('quests.failed')} onRetry={() => void found.refetch()} level={1} /> : <Skeleton className="h-96 w-full" />}
      </div>
    )
  }
  const more = (next: number) => (
    <Button variant="secondary" onPress={() => setPages(next)}>
      {t('tournaments.more_games')}
    </Button>
  )
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <Head quest={quest} />
      <QuestProgress quest={quest} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card title={t('quests.path')}>
          <LevelPath quest={quest} own={player && own?.joined ? own : undefined} />
        </Card>
        <Rules />
      </div>
      <CountingGames tournament={quest} pages={pages} more={more} />
    </div>
  )
}

function Head({ quest }: { quest: Tournament }) {
  const isOver = useStatus(quest) === 'archive'
  return (
    <header className="relative overflow-hidden rounded-l border border-line bg-surface p-6 md:p-9">
      <div aria-hidden="true" className="pointer-events-none absolute -top-24 -right-20 grid size-80 place-items-center rounded-full bg-accent/8">
        <Icon name="flame" className="size-32 text-accent/30" />
      </div>
      <div className="flex items-center gap-3">
        <StatusBadge times={quest} />
        <span className="text-sm text-muted">{t('quests.levels', { count: quest.levels.length })}</span>
      </div>
      <h1 className="mt-4 max-w-[85%] text-2xl font-semibold md:text-4xl">{quest.title}</h1>
      <p className="mt-2 max-w-2xl text-soft">{quest.description}</p>
      <div className="mt-6">{isOver ? <p className="text-sm text-soft">{t('quests.over')}</p> : <TournamentTimer times={quest} />}</div>
    </header>
  )
}

function Rules() {
  const rules = [t('quests.rule_bets'), t('quests.rule_gift'), t('tournaments.rule_real'), t('tournaments.rule_end')]
  return (
    <Card title={t('tournaments.rules')}>
      <ul className="list-disc space-y-2 pl-5 text-sm text-soft marker:text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  )
}
