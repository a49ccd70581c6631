import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { localesQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { updateLocale } from '@/api/session/updateLocale'
import { currentLocale } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { isTester } from '@/domain/player/groups'
import { whileLoading } from '@/ui/loader'
import { addressIn, keepLanguage, ownName, TEST_LOCALE } from './languages'

/** This very page in every language on offer, each under its own name. Another language is another page load. */
export function LanguageLinks({ className, linkClassName }: { className?: string; linkClassName?: string }) {
  const player = usePlayer()
  const offered = useQuery(localesQuery).data?.map(({ code }) => code) ?? []
  const locales = isTester(player) && offered.length > 0 ? [...offered, TEST_LOCALE] : offered
  const { pathname, searchStr } = useLocation({ select: (location) => location.maskedLocation ?? location })

  const choose = (event: MouseEvent<HTMLAnchorElement>, locale: string) => {
    keepLanguage(locale)
    if (!player || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    const { href } = event.currentTarget
    const go = () => window.location.assign(href)
    // The page is left either way: a language that could not be kept with the account is kept on the device.
    whileLoading(updateLocale(locale)).then(go, go)
  }

  return (
    <ul className={className}>
      {locales.map((code) => (
        <li key={code}>
          <a
            href={addressIn(code, pathname, searchStr)}
            hrefLang={code}
            lang={code}
            aria-current={code === currentLocale() || undefined}
            onClick={(event) => choose(event, code)}
            className={cx('inline-flex min-h-9 items-center pointer-coarse:min-h-11 hover:text-text aria-[current]:text-accent', linkClassName)}
          >
            {ownName(code)}
          </a>
        </li>
      ))}
    </ul>
  )
}
