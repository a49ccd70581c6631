import { t, type MessageKey } from '@/i18n/messages'
import type { CookieChoice } from '@/platform/consent'
import { CookieButtons } from './CookieButtons'
import { useCookieChoice } from './useCookieChoice'

const SAID: Record<CookieChoice, MessageKey> = { accepted: 'cookies.choice_accepted', refused: 'cookies.choice_refused' }

/** The visitor's choice about cookies, to be changed at any time. */
export function CookieSettings() {
  const choice = useCookieChoice()
  return (
    <section aria-labelledby="cookie-choice" className="mt-8 rounded-l border border-line bg-surface p-5">
      <h2 id="cookie-choice" className="text-lg font-semibold">
        {t('cookies.choice')}
      </h2>
      <p role="status" className="mt-1 mb-4 text-sm text-soft">
        {t(choice ? SAID[choice] : 'cookies.choice_none')}
      </p>
      <CookieButtons className="max-w-md" />
    </section>
  )
}
