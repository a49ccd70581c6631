import type { Project } from '@/api/types'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { SocialMark } from './art'

/** A place elsewhere where the operator is found, by the name of its drawing. */
interface Social {
  kind: string
  url: string
}

/** What a site tells of itself beside its mail; a site may tell none of it. */
interface Reachable {
  support_email: string
  support?: { hours?: string | null; phone?: string | null } | null
  social?: Social[]
}

const LINE = 'inline-flex min-h-9 items-center gap-2.5 text-soft pointer-coarse:min-h-11'

/** How to reach the operator, and where else it is found. */
export function Contacts({ project }: { project: Project | undefined }) {
  if (!project) return <div className="min-h-40 max-sm:col-span-2" />
  const { support_email: mail, support, social = [] } = project as Reachable
  return (
    <div className="max-sm:col-span-2">
      <h2 className="font-sans text-sm font-semibold text-text">{t('footer.contact')}</h2>
      <ul className="mt-2 text-sm">
        <li>
          <a href={`mailto:${mail}`} className={`${LINE} break-all hover:text-text`}>
            <Icon name="mail" size={18} className="shrink-0 text-muted" /> {mail}
          </a>
        </li>
        {support?.phone && (
          <li>
            <a href={`tel:${support.phone.replaceAll(/[^+\d]/g, '')}`} className={`${LINE} hover:text-text`}>
              <Icon name="support" size={18} className="shrink-0 text-muted" /> {support.phone}
            </a>
          </li>
        )}
        {support?.hours && (
          <li className={LINE}>
            <Icon name="clock" size={18} className="shrink-0 text-muted" /> {t('footer.hours', { hours: support.hours })}
          </li>
        )}
      </ul>
      <SocialLinks social={social} />
    </div>
  )
}

function SocialLinks({ social }: { social: Social[] }) {
  if (social.length === 0) return null
  return (
    <ul aria-label={t('footer.social')} className="mt-4 flex flex-wrap gap-2">
      {social.map(({ kind, url }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('footer.social_on', { place: new URL(url, window.location.origin).hostname.replace(/^www\./, '') })}
            className="pressable grid size-11 place-items-center rounded-m border border-line bg-raised text-soft hover:border-line-strong hover:text-text"
          >
            <SocialMark kind={kind} />
          </a>
        </li>
      ))}
    </ul>
  )
}
