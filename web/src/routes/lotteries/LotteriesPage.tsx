import { LotteryList } from '@/features/lotteries/components/LotteryList'
import { t } from '@/i18n/messages'
import { ListTabs } from '../tournaments/ListTabs'

/** Every lottery that is on sale, to come, or was drawn lately. */
export function LotteriesPage() {
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('lottery.title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t('lottery.lead')}</p>
      <ListTabs current="lotteries" />
      <LotteryList />
    </div>
  )
}
