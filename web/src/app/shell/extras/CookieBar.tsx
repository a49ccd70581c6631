import { CookieButtons } from '@/features/analytics/components/CookieButtons'
import { useCookieChoice } from '@/features/analytics/components/useCookieChoice'
import { t, Text } from '@/i18n/messages'
import { TextLink } from '@/ui/Link'
import { Cookie } from './art'

/** Asks about cookies until the visitor has accepted or refused the optional ones. */
export function CookieBar() {
  if (useCookieChoice() !== null) return null
  return (
    <section
      aria-label={t('cookies.label')}
      className="flex w-full max-w-[980px] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-l border border-line bg-raised p-4 shadow-soft lg:flex-nowrap lg:py-3 lg:pr-3 lg:pl-5"
    >
      <Cookie />
      <p className="min-w-0 flex-1 basis-56 text-sm text-soft">
        <Text
          k="cookies.text"
          parts={{
            policy: (words) => (
              <TextLink to={'/cookie-policy' as '/'} className="underline">
                {words}
              </TextLink>
            ),
          }}
        />
      </p>
      <CookieButtons className="w-full lg:w-auto lg:shrink-0" />
    </section>
  )
}
