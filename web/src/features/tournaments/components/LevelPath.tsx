import type { Tournament, TournamentStatus } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Badge } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { Money } from '@/ui/Money'
import { pointState, type Level, type PointState } from '../model/levels'

const POINTS: Record<PointState, string> = {
  completed: 'border-accent bg-accent text-on-accent',
  active: 'border-accent bg-accent/15 text-text shadow-soft ring-4 ring-accent/20',
  locked: 'border-line bg-surface text-muted',
}

const LINES: Record<PointState, string> = {
  completed: 'bg-accent',
  active: 'bg-line-strong',
  locked: 'bg-line',
}

interface LevelPathProps {
  quest: Tournament
  own: TournamentStatus | undefined
}

/** The levels of a quest, one below the other: what each asks for, what it gives, and where the player stands. */
export function LevelPath({ quest, own }: LevelPathProps) {
  return (
    <ol>
      {quest.levels.map((level) => (
        <Point
          key={level.level}
          level={level}
          currency={quest.level_currency ?? quest.currency}
          state={pointState(level.level, own?.level ?? 0)}
          isIssued={own?.rewarded_levels.includes(level.level) ?? false}
          isLast={level.level === quest.levels.length}
        />
      ))}
    </ol>
  )
}

interface PointProps {
  level: Level
  currency: string
  state: PointState
  isIssued: boolean
  isLast: boolean
}

function Point({ level: { level, threshold, reward }, currency, state, isIssued, isLast }: PointProps) {
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0" aria-current={state === 'active' ? 'step' : undefined}>
      {!isLast && <span aria-hidden="true" className={cx('absolute top-11 bottom-0 left-[21px] w-0.5', LINES[state])} />}
      <span className={cx('tabular grid size-11 shrink-0 place-items-center rounded-full border-2 font-display font-semibold', POINTS[state])}>
        {state === 'completed' ? <Icon name="check" className="size-5" /> : state === 'locked' ? <Icon name="lock" className="size-4" /> : level}
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={cx('font-display font-semibold', state === 'locked' && 'text-soft')}>{t('quests.level', { level })}</span>
          <Money amountCents={threshold} currency={currency} className="text-sm text-soft" />
          {state === 'active' && <Badge tone="accent">{t('quests.state_active')}</Badge>}
          {state !== 'active' && <span className="sr-only">{t(`quests.state_${state}`)}</span>}
        </p>
        {reward !== null && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <Icon name="gift" className="size-4 text-vip-text" />
            <span>{reward}</span>
            {isIssued && <Badge tone="success">{t('quests.gift_issued')}</Badge>}
          </p>
        )}
      </div>
    </li>
  )
}
