import { t } from '@/i18n/messages'
import { LevelPage } from './LevelList'
import { QuestList } from './QuestList'

/** The quests that run or are to come. */
export function QuestsPage() {
  return (
    <LevelPage tab="actions" title={t('quests.title')} lead={t('quests.lead')}>
      <QuestList />
    </LevelPage>
  )
}
