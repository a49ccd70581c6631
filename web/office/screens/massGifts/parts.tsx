import { currentLocale } from '@/i18n/messages'
import { Badge } from '@/ui/Badge'
import { ProgressBar } from '@/ui/ProgressBar'
import type { MassGift } from '../../api/types'
import { t } from '../../i18n/texts'
import { Time } from '../../ui/Time'
import { progressOf } from './massGiftRules'

const TONE = { gathering: 'info', waiting: 'warning', running: 'info', paused: 'warning', done: 'success', canceled: 'neutral' } as const

/** How a mass gift stands. */
export function Standing({ gift: { state, expired, expires_at } }: { gift: MassGift }) {
  return (
    <>
      <Badge tone={TONE[state]}>{t(`mass_gift_state.${state}`)}</Badge>
      {state === 'waiting' && expires_at && (
        <p className="mt-1 text-xs text-muted">
          {t(expired ? 'mass_gifts.expired' : 'mass_gifts.until')} <Time at={expires_at} />
        </p>
      )}
    </>
  )
}

/** How many of its members were taken. */
export function Progress({ gift }: { gift: MassGift }) {
  const { done, percent } = progressOf(gift)
  const [taken, all] = [done, gift.members].map((count) => count.toLocaleString(currentLocale()))
  return (
    <div className="min-w-32">
      <p className="tabular text-sm">{t('mass_gifts.progress_of', { done: taken ?? '', all: all ?? '' })}</p>
      <ProgressBar label={t('mass_gifts.progress')} percent={percent} className="mt-1" />
    </div>
  )
}

/** To whom it goes. */
export function Receivers({ gift: { segment, brand, members } }: { gift: MassGift }) {
  return (
    <>
      {segment ? segment.name : t('mass_gifts.listed', { count: members })}
      {segment && <span className="block text-xs text-muted">{t('segments.version', { revision: segment.revision })}</span>}
      {brand && <span className="block text-xs text-muted">{brand}</span>}
    </>
  )
}
