import { useState } from 'react'
import { t, Text } from '@/i18n/messages'
import { acceptCookies, hasAcceptedCookies } from '@/lib/consent'
import { Button } from '@/ui/Button'
import { TextLink } from '@/ui/Link'
import { Cookie } from './art'

/** Tells of cookies until the visitor has accepted them. */
export function CookieBar() {
  const [accepted, setAccepted] = useState(hasAcceptedCookies)
  if (accepted) return null
  const accept = () => {
    acceptCookies()
    setAccepted(true)
  }
  return (
    <section
      aria-label={t('cookies.label')}
      className="flex w-full max-w-[920px] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-l border border-line bg-raised p-4 shadow-soft sm:flex-nowrap md:py-3 md:pr-3 md:pl-5"
    >
      <Cookie />
      <p className="min-w-0 flex-1 basis-56 text-sm text-soft">
        <Text k="cookies.text" parts={{ policy: (words) => <TextLink to={'/cookie-policy' as '/'} className="underline">{words}</TextLink> }} />
      </p>
      <Button onPress={accept} className="max-sm:w-full">
        {t('cookies.accept')}
      </Button>
    </section>
  )
}
