import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { achievementsQuery } from '@/features/tournaments/api/tournaments'
import { AchievementCard } from '@/features/tournaments/components/AchievementCard'
import { useOwnStatuses } from '@/features/tournaments/components/useOwnStatuses'
import { statusAt } from '@/features/tournaments/model/tournament'
import { currentLocale, t } from '@/i18n/messages'
import { serverNow } from '@/platform/serverClock'
import { LevelList, LevelPage } from './LevelList'

/** What can be achieved now: for a guest all of it is locked. */
export function AchievementsPage() {
  const achievements = useQuery({
    ...achievementsQuery(currentLocale(), usePlayer()?.id ?? null),
    // The next time of one that comes again is not told before this one is over.
    select: (all) => all.filter((one) => statusAt(one, serverNow()) !== 'future'),
  })
  const own = useOwnStatuses()
  return (
    <LevelPage tab="achievements" title={t('achievements.title')} lead={t('achievements.lead')}>
      <LevelList
        list={achievements}
        none={{ title: t('achievements.none_title'), text: t('achievements.none_text') }}
        card={(achievement) => <AchievementCard achievement={achievement} own={own.get(achievement.id)} />}
      />
    </LevelPage>
  )
}
