import { Link } from '@tanstack/react-router'
import type { Tournament, TournamentStatus } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { ProgressBar } from '@/ui/ProgressBar'
import { progressOn } from '../model/levels'
import { StatusBadge, TournamentTimer } from './TournamentTimer'

interface QuestCardProps {
  quest: Tournament
  own: TournamentStatus | undefined
  /** Level of its title, by where the list stands on the page. */
  level?: 2 | 3
}

/** A quest in a list; the whole card leads to its page. */
export function QuestCard({ quest, own, level: headingLevel = 2 }: QuestCardProps) {
  const Title = `h${headingLevel}` as const
  const { frontend_identifier: slug, title, description, levels } = quest
  const gifts = levels.filter(({ reward }) => reward !== null).length
  const { level, percent } = progressOn(levels, own)
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-l border border-line bg-surface p-5 transition-colors hover:border-line-strong md:p-6">
      <div aria-hidden="true" className="pointer-events-none absolute -top-16 -right-14 grid size-52 place-items-center rounded-full bg-accent/8">
        <Icon name="flame" className="size-20 text-accent/35" />
      </div>
      <div className="flex items-center gap-3">
        <StatusBadge times={quest} />
        <span className="text-xs text-muted">{t('quests.levels', { count: levels.length })}</span>
      </div>
      <Title className="mt-3 max-w-[80%] font-display text-lg font-semibold">
        <Link to="/action/$slug" params={{ slug }} className="rounded-s after:absolute after:inset-0 after:rounded-l">
          {title}
        </Link>
      </Title>
      <p className="mt-1.5 line-clamp-3 max-w-[46ch] text-sm text-soft">{description}</p>
      {own && (
        <div className="mt-4">
          <p className="mb-1.5 text-xs text-muted">{t('quests.level', { level })}</p>
          <ProgressBar label={t('quests.progress')} percent={percent} />
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-5">
        <p className="flex items-center gap-2 font-display font-semibold">
          <Icon name="gift" className="size-5 text-vip-text" />
          {t('quests.gifts', { count: gifts })}
        </p>
        <TournamentTimer times={quest} />
      </div>
    </article>
  )
}
