import { useState } from 'react'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'

interface Reason {
  icon: IconName
  title: MessageKey
  text: MessageKey
}

const SPORT: Reason = { icon: 'ball', title: 'auth.reason_sport', text: 'auth.reason_sport_text' }

const REASONS: Reason[] = [
  { icon: 'scales', title: 'auth.reason_fair', text: 'auth.reason_fair_text' },
  { icon: 'wallet', title: 'auth.reason_payout', text: 'auth.reason_payout_text' },
  { icon: 'eye', title: 'auth.reason_open', text: 'auth.reason_open_text' },
]

/** Why to play here, beside the form on wide screens. Who comes from the sport page is told of sport in place of the built-in games. */
export function AuthAside({ isSport = false }: { isSport?: boolean }) {
  const reasons = isSport ? [SPORT, ...REASONS.slice(1)] : REASONS
  return (
    <aside className="relative flex flex-col justify-end overflow-hidden border-r border-line bg-page p-8 max-md:hidden">
      <BrandPicture />
      <ul className="relative space-y-5">
        {reasons.map((reason) => (
          <li key={reason.title} className="flex gap-3.5">
            <span className="grid size-10 shrink-0 place-items-center rounded-m border border-line bg-surface/80 text-accent">
              <Icon name={reason.icon} />
            </span>
            <span>
              <span className="block text-sm font-semibold text-text">{t(reason.title)}</span>
              <span className="mt-0.5 block text-xs text-soft">{t(reason.text)}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** The brand's own picture for this place, which fades into the page; without one there is the page alone. */
function BrandPicture() {
  const [isMissing, setIsMissing] = useState(false)
  const brand = document.documentElement.dataset.brand
  if (!brand || isMissing) return null
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <img src={`/media/brands/${brand}/sign-up.svg`} alt="" onError={() => setIsMissing(true)} className="size-full object-cover object-top" />
      <div className="absolute inset-0 bg-linear-to-b from-transparent from-40% to-page to-58%" />
    </div>
  )
}
