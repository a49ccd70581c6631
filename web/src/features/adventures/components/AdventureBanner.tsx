import type { AdventureCalendar } from '@/api/types'
import { t } from '@/i18n/messages'
import { Countdown } from '@/ui/Countdown'
import { completedCount } from '../model/adventures'
import { TrailArt } from './TrailArt'

/** What the calendar is about, how far the player has come, and how long it still runs. */
export function AdventureBanner({ calendar: { campaign, days }, isGuest }: { calendar: AdventureCalendar; isGuest: boolean }) {
  if (!campaign) return null
  const total = days[0]?.stepTotal ?? 0
  return (
    <header className="on-art relative overflow-hidden rounded-l border border-line bg-scrim px-5 py-8 md:px-9 md:py-12">
      <TrailArt />
      <div className="relative max-w-xl">
        <h1 className="text-3xl font-semibold md:text-4xl">{campaign.title}</h1>
        <p className="mt-3 text-soft">{campaign.description}</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          {!isGuest && <p className="font-display font-semibold">{t('adventures.progress', { count: completedCount(days), total })}</p>}
          {campaign.isFinished ? (
            <p className="font-semibold text-success">{t('adventures.finished')}</p>
          ) : (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="text-sm text-soft">{t('adventures.ends_in')}</span>
              <Countdown timer={{ start_at: campaign.startAt, end_at: campaign.endAt }} />
            </div>
          )}
        </div>
      </div>
    </header>
  )
}
