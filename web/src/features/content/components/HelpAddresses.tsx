import { useQuery } from '@tanstack/react-query'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { helpQuery } from '../api/help'

/** Services that help people who gamble too much; nothing until they are known. */
export function HelpAddresses() {
  const addresses = useQuery(helpQuery).data ?? []
  if (addresses.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{t('responsible.help_title')}</h2>
      <p className="mt-3 max-w-2xl text-soft">{t('responsible.help_text')}</p>
      <ul className="mt-5 grid gap-3 md:grid-cols-2">
        {addresses.map(({ name, phone, url }) => (
          <li key={url} className="rounded-m border border-line bg-surface px-5 py-4">
            <p className="font-semibold">{name}</p>
            <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
              {phone && (
                <a
                  href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
                  aria-label={t('responsible.help_call', { name, phone })}
                  className="inline-flex min-h-11 items-center text-link hover:underline"
                >
                  {phone}
                </a>
              )}
              <a href={url} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-11 items-center gap-1.5 text-link hover:underline">
                {new URL(url).hostname.replace(/^www\./, '')}
                <Icon name="arrowRight" size={16} className="-rotate-45" />
                <span className="sr-only">{t('responsible.help_new_tab')}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
