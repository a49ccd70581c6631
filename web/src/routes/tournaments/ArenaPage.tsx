import { BannerRow } from '@/features/banners/components/BannerRow'
import { LotteryList } from '@/features/lotteries/components/LotteryList'
import { TournamentList } from '@/features/tournaments/components/TournamentList'
import { t } from '@/i18n/messages'
import { TextLink } from '@/ui/Link'
import { TitledSection } from '@/ui/TitledSection'
import { useIsOpen } from '../openPages'
import { ListTabs } from './ListTabs'
import { QuestList } from './QuestList'

/** Everything that one can compete in: tournaments, and the quests and lotteries that the operator has not closed. */
export function ArenaPage() {
  const areQuestsOpen = useIsOpen('/quests')
  const areLotteriesOpen = useIsOpen('/lottery/$slug')
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('tournaments.arena_title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">
        {t('tournaments.arena_lead')}{' '}
        <TextLink to="/leaderboard" className="whitespace-nowrap underline underline-offset-4">
          {t('leaderboard.title')}
        </TextLink>
      </p>
      <ListTabs current="arena" />
      <div className="space-y-12">
        <TournamentList kind="all" />
        {areQuestsOpen && (
          <TitledSection title={t('quests.title')}>
            <QuestList level={3} />
          </TitledSection>
        )}
        {areLotteriesOpen && (
          <TitledSection title={t('lottery.title')}>
            <LotteryList level={3} />
          </TitledSection>
        )}
        <BannerRow category="tournament" />
      </div>
    </div>
  )
}
