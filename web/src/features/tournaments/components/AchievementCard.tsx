import type { Tournament, TournamentStatus } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Badge } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { ProgressBar } from '@/ui/ProgressBar'
import { progressOn } from '../model/levels'
import { pointsText } from '../model/tournament'
import { JoinButton } from './JoinButton'
import { TournamentTimer, useStatus } from './TournamentTimer'

/** An achievement: its goal, its reward, and how far the player is; locked for who has not joined it. */
export function AchievementCard({ achievement, own }: { achievement: Tournament; own: TournamentStatus | undefined }) {
  const status = useStatus(achievement)
  const { title, description, levels } = achievement
  const goal = levels[0]
  const isDone = (own?.level ?? 0) > 0
  return (
    <article className="flex h-full flex-col rounded-l border border-line bg-surface p-5 md:p-6">
      <div className="flex items-center gap-4">
        <span
          className={cx(
            'grid size-14 shrink-0 place-items-center rounded-full',
            isDone ? 'bg-accent text-on-accent' : own ? 'bg-accent/15 text-accent' : 'bg-hover text-muted',
          )}
        >
          <Icon name={own ? 'trophy' : 'lock'} className="size-6" />
        </span>
        <div className="min-w-0">
          <h2 className="font-display text-lg font-semibold">{title}</h2>
          {isDone ? <Badge tone="success">{t('achievements.done')}</Badge> : !own && <span className="text-xs text-muted">{t('quests.state_locked')}</span>}
        </div>
      </div>
      <p className="mt-3 text-sm text-soft">{description}</p>
      {goal?.reward && (
        <p className="mt-3 flex items-center gap-2 text-sm font-semibold">
          <Icon name="gift" className="size-4 text-vip-text" />
          {t('achievements.reward', { reward: goal.reward })}
        </p>
      )}
      <div className="mt-auto space-y-4 pt-5">
        {own && goal && <Way achievement={achievement} own={own} goal={goal.threshold} />}
        {!isDone && <TournamentTimer times={achievement} />}
        {!own && status !== 'archive' && <JoinButton tournament={achievement} />}
      </div>
    </article>
  )
}

function Way({ achievement, own, goal }: { achievement: Tournament; own: TournamentStatus; goal: number }) {
  const done = Math.min(own.level_progress ?? 0, goal)
  const text = (points: number) => pointsText(achievement, points, currentLocale())
  return (
    <div>
      <p className="tabular mb-1.5 text-right text-xs text-muted">{t('achievements.of', { done: text(done), goal: text(goal) })}</p>
      <ProgressBar label={t('achievements.progress')} percent={progressOn(achievement.levels, own).percent} />
    </div>
  )
}
