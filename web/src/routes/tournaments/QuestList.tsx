import { useQuery } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { questsQuery } from '@/features/tournaments/api/tournaments'
import { QuestCard } from '@/features/tournaments/components/QuestCard'
import { useOwnStatuses } from '@/features/tournaments/components/useOwnStatuses'
import { currentLocale, t } from '@/i18n/messages'
import { LevelList } from './LevelList'

/** The cards of the quests that run or are to come, each under a title of `level`. */
export function QuestList({ level = 2 }: { level?: 2 | 3 }) {
  const quests = useQuery(questsQuery(currentLocale(), usePlayer()?.id ?? null))
  const own = useOwnStatuses()
  return (
    <LevelList
      level={level}
      list={quests}
      none={{ title: t('quests.none_title'), text: t('quests.none_text') }}
      card={(quest) => <QuestCard level={level} quest={quest} own={own.get(quest.id)} />}
    />
  )
}
