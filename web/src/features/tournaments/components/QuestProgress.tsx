import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import type { Tournament, TournamentStatus } from '@/api/types'
import { t } from '@/i18n/messages'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { ProgressBar } from '@/ui/ProgressBar'
import { Skeleton } from '@/ui/Skeleton'
import { tournamentStatusQuery } from '../api/tournaments'
import { nextGift, progressOn } from '../model/levels'
import { JoinButton } from './JoinButton'
import { useStatus } from './TournamentTimer'

/** The way into a quest, or how far the player has come in it. */
export function QuestProgress({ quest }: { quest: Tournament }) {
  const player = usePlayer()
  const isOver = useStatus(quest) === 'archive'
  const { data: own, isError, refetch } = useQuery({ ...tournamentStatusQuery(quest.frontend_identifier), enabled: Boolean(player) })
  if (player && !own) {
    return isError ? <FailedState title={t('tournaments.own_failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-28 w-full" />
  }
  if (!player || !own?.joined) return isOver ? null : <JoinButton tournament={quest} />
  if (own.disqualified) return <Alert tone="warning">{t('tournaments.disqualified')}</Alert>
  return <OwnProgress quest={quest} own={own} />
}

function OwnProgress({ quest, own }: { quest: Tournament; own: TournamentStatus }) {
  const moneyText = useMoneyText()
  const { level, next, missing, percent } = progressOn(quest.levels, own)
  const gift = nextGift(quest.levels, level)?.reward
  return (
    <section className="rounded-l border border-accent/40 bg-surface p-5 md:p-6" aria-live="polite">
      <div className="flex items-baseline justify-between gap-4">
        <p>
          <span className="block text-xs text-muted">{t('quests.own_level')}</span>
          <span className="tabular font-display text-3xl font-semibold">{level}</span>
        </p>
        <p className="text-right text-sm text-soft">
          {next ? t('quests.to_next', { amount: moneyText(missing, quest.level_currency ?? quest.currency), level: next.level }) : t('quests.at_top')}
        </p>
      </div>
      <ProgressBar label={t('quests.progress')} percent={percent} className="mt-3 h-3" />
      {gift && (
        <p className="mt-4 flex items-center gap-2 text-sm">
          <Icon name="gift" className="size-4 text-vip-text" />
          {t('quests.next_gift', { gift })}
        </p>
      )}
    </section>
  )
}
