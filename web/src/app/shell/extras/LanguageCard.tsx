import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localesQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { readCookie } from '@/platform/cookies'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { addressIn, keepLanguage } from '../languages'
import { hasAnsweredOffer, languageOf, offeredLocale, OFFERS, rememberOfferAnswered } from './languageOffer'

/**
 * Offers the page in the language that the browser likes best, to guests who came to the bare address and have chosen
 * none. Nobody is led there: the address of the page is what was asked for.
 */
export function LanguageCard() {
  const player = usePlayer()
  const [isOpen, setIsOpen] = useState(() => window.location.pathname === '/' && readCookie('locale') === null && !hasAnsweredOffer())
  const locales = useQuery({ ...localesQuery, enabled: isOpen }).data
  const locale =
    locales &&
    offeredLocale(
      navigator.languages,
      currentLocale(),
      locales.map(({ code }) => code),
    )
  const offer = locale && OFFERS[languageOf(locale)]
  if (!isOpen || player !== null || !locale || !offer) return null
  const answer = () => {
    rememberOfferAnswered()
    setIsOpen(false)
  }
  const accept = () => {
    answer()
    keepLanguage(locale)
    window.location.assign(addressIn(locale, '/', window.location.search))
  }
  return (
    <section
      lang={locale}
      aria-label={offer.question}
      className="flex w-full max-w-[560px] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-l border border-line bg-raised p-4 shadow-soft sm:flex-nowrap md:py-3 md:pr-3 md:pl-5"
    >
      <Icon name="globe" className="shrink-0 text-info" />
      <p className="min-w-0 flex-1 basis-40 text-sm font-semibold">{offer.question}</p>
      <div className="grid w-full grid-cols-2 gap-2 sm:w-auto sm:shrink-0">
        <Button variant="secondary" onPress={answer} className="px-3">
          {offer.decline}
        </Button>
        <Button onPress={accept} className="px-3">
          {offer.accept}
        </Button>
      </div>
    </section>
  )
}
