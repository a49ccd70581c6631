import { Link } from '@tanstack/react-router'
import type { Licence } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'

/** The age shown until the visitor's licence is known. */
const ADULT_AGE = 18

const MARKS: { to: string; icon: IconName; label: MessageKey }[] = [
  { to: '/provably-fair', icon: 'scales', label: 'nav.fairness' },
  { to: '/responsible-gaming', icon: 'shield', label: 'nav.responsible' },
]

/** Why the house may be trusted, in signs that lead to the reasons. */
export function TrustMarks({ licence }: { licence: Licence | undefined }) {
  return (
    <ul aria-label={t('footer.trust')} className="flex flex-wrap items-center gap-2.5">
      <li className="grid h-11 min-w-11 place-items-center rounded-full border-2 border-danger px-1.5 text-sm leading-none font-bold text-text">
        {t('footer.age', { age: licence?.minimum_age ?? ADULT_AGE })}
      </li>
      {MARKS.map(({ to, icon, label }) => (
        <li key={to}>
          <Link
            to={to}
            className="pressable inline-flex h-11 items-center gap-2 rounded-full border border-line px-4 text-xs font-semibold text-soft hover:border-line-strong hover:text-text"
          >
            <Icon name={icon} size={18} className="text-info" />
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
