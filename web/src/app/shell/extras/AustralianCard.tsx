import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClientContext } from '@/api/session/clientContext'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { readCookie, writeCookie } from '@/platform/cookies'
import { Button } from '@/ui/Button'
import { SouthernCross } from './art'

const COOKIE = 'au_confirmed'
/** Ten years; a browser may keep it for less. */
const COOKIE_MAX_AGE_S = 315_360_000

/** Asks guests from Australia once whether they are of age and wish to go on. */
export function AustralianCard() {
  const country = useClientContext()?.country
  const player = usePlayer()
  const navigate = useNavigate()
  const isAway = useLocation({ select: ({ pathname }) => pathname === '/oops' })
  const [confirmed, setConfirmed] = useState(() => readCookie(COOKIE) !== null)
  if (country !== 'AU' || player !== null || confirmed || isAway) return null
  const approve = () => {
    writeCookie(COOKIE, '1', COOKIE_MAX_AGE_S)
    setConfirmed(true)
  }
  return (
    <section aria-labelledby="australia-title" className="w-full max-w-[440px] animate-rise rounded-l border border-line bg-raised p-5 shadow-soft md:p-6">
      <div className="flex items-start gap-4">
        <SouthernCross />
        <div className="min-w-0">
          <h2 id="australia-title" className="text-lg font-semibold">
            {t('australia.title')}
          </h2>
          <p className="mt-1 text-sm text-soft">{t('australia.text')}</p>
        </div>
      </div>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        <Button onPress={approve}>{t('australia.approve')}</Button>
        <Button variant="secondary" onPress={() => void navigate({ to: '/oops' })}>
          {t('australia.decline')}
        </Button>
      </div>
    </section>
  )
}
