import { Link } from '@tanstack/react-router'
import type { Licence } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'
import { LicenceSeal } from './art'

/** What is shown until the visitor's licence is known. */
const USUAL = ['adults-18', 'fair-play', 'safer-gaming']

/** Marks that lead to their reasons, by the name under which a licence lists them. */
const REASONS: Record<string, { to: string; icon: IconName; label: MessageKey }> = {
  'fair-play': { to: '/provably-fair', icon: 'scales', label: 'nav.fairness' },
  'safer-gaming': { to: '/responsible-gaming', icon: 'shield', label: 'nav.responsible' },
}

/** Names of the marks of authorities: the mark is the seal of the visitor's licence. */
const AUTHORITIES = ['curacao', 'estonia', 'gcb']

const PILL =
  'pressable inline-flex h-11 items-center gap-2 rounded-full border border-line px-4 text-xs font-semibold text-soft hover:border-line-strong hover:text-text'

/** Why the operator may be trusted, in the signs that the visitor's licence lists; a name without a drawing is left out. */
export function TrustMarks({ licence }: { licence: Licence | undefined }) {
  const names = licence?.footer.icons ?? USUAL
  return (
    <ul aria-label={t('footer.trust')} className="flex flex-wrap items-center gap-2.5">
      {names.map((name) => (
        <Mark key={name} name={name} licence={licence} />
      ))}
    </ul>
  )
}

function Mark({ name, licence }: { name: string; licence: Licence | undefined }) {
  const age = /^adults-(\d+)$/.exec(name)?.[1]
  if (age !== undefined) {
    return (
      <li className="grid h-11 min-w-11 place-items-center rounded-full border-2 border-danger px-1.5 text-sm leading-none font-bold text-text">
        {t('footer.age', { age: Number(age) })}
      </li>
    )
  }
  if (licence && AUTHORITIES.includes(name)) {
    return (
      <li>
        <a href={licence.holder.validator} target="_blank" rel="noreferrer" className={PILL}>
          <LicenceSeal code={licence.code} size={28} />
          {licence.name}
        </a>
      </li>
    )
  }
  const reason = REASONS[name]
  return (
    reason && (
      <li>
        <Link to={reason.to} className={PILL}>
          <Icon name={reason.icon} size={18} className="text-info" />
          {t(reason.label)}
        </Link>
      </li>
    )
  )
}
