import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'

const REASONS: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'scales', title: 'auth.reason_fair', text: 'auth.reason_fair_text' },
  { icon: 'wallet', title: 'auth.reason_payout', text: 'auth.reason_payout_text' },
  { icon: 'eye', title: 'auth.reason_open', text: 'auth.reason_open_text' },
]

/** Why to play here, beside the form on wide screens. */
export function AuthAside() {
  return (
    <aside className="relative flex flex-col justify-end overflow-hidden border-r border-line bg-page p-8 max-md:hidden">
      <AuroraSky />
      <ul className="relative space-y-5">
        {REASONS.map((reason) => (
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

/** A night sky with aurora bands over a ridge. */
function AuroraSky() {
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 320 640" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="auth-band" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-middle)" stopOpacity="0" />
          <stop offset="0.55" stopColor="var(--glow-middle)" stopOpacity="0.55" />
          <stop offset="1" stopColor="var(--glow-near)" stopOpacity="0.9" />
        </linearGradient>
        <linearGradient id="auth-band-far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--glow-far)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--glow-far)" stopOpacity="0.65" />
        </linearGradient>
        <linearGradient id="auth-ground" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--page)" stopOpacity="0" />
          <stop offset="0.4" stopColor="var(--page)" />
        </linearGradient>
        <filter id="auth-soft" x="-20%" y="-20%" width="140%" height="140%">
          <feGaussianBlur stdDeviation="14" />
        </filter>
      </defs>
      <g filter="url(#auth-soft)">
        <path d="M-40 20c60 90 130 40 190 110s120 20 220 60v70c-90-30-150 30-230-30S20 240-40 190Z" fill="url(#auth-band-far)" />
        <path d="M-40 90c70 60 110 10 180 70s110 60 220 0v80c-100 60-150 20-220-20S40 260-40 230Z" fill="url(#auth-band)" opacity="0.75" />
      </g>
      <g fill="var(--glow-middle)" opacity="0.75">
        <circle cx="40" cy="46" r="1.2" /><circle cx="112" cy="30" r="0.9" /><circle cx="186" cy="62" r="1.3" /><circle cx="262" cy="28" r="1" /><circle cx="290" cy="104" r="1.2" /><circle cx="78" cy="96" r="0.8" /><circle cx="226" cy="118" r="0.8" />
      </g>
      <path d="M0 300 60 250l34 28 58-66 50 62 40-30 78 66v40H0Z" fill="var(--surface)" />
      <path d="M0 330 90 282l52 30 70-44 108 66v306H0Z" fill="var(--page)" />
      <rect y="240" width="320" height="400" fill="url(#auth-ground)" />
    </svg>
  )
}
