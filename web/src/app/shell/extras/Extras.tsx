import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useClientContext } from '@/api/session/clientContext'
import { usePlayer } from '@/api/session/player'
import { awardsQuery } from '@/api/info/jackpotAwards'
import { UpdateCard } from '@/features/pwa/components/UpdateCard'
import { useUpdate } from '@/features/pwa/model/useUpdate'
import { useIsSurveyTime } from '@/features/analytics/model/surveyClock'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { AustralianCard } from './AustralianCard'
import { Bookmarks } from './Bookmarks'
import { BottomCards } from './BottomCards'
import { CookieBar } from './CookieBar'
import { isIosWebview } from './useExitPrompt'
import { LanguageCard } from './LanguageCard'
import { useIsSigningUp } from './signUpAddress'
import { useIdleTitle } from './useIdleTitle'
import { useIsBusy } from './useIsBusy'

// Dialogs are for few visitors: they come with their own code.
const ExitPrompt = lazy(async () => ({ default: (await importWithRetry(() => import('./ExitPrompt'))).ExitPrompt }))
const PlayerPopups = lazy(async () => ({ default: (await importWithRetry(withTexts(['errors'], () => import('./PlayerPopups')))).PlayerPopups }))
const JackpotAwards = lazy(async () => ({
  default: (await importWithRetry(withTexts(['jackpots'], () => import('@/features/jackpots/components/JackpotAwards')))).JackpotAwards,
}))
const LimitWatch = lazy(async () => ({
  default: (await importWithRetry(withTexts(['limits'], () => import('@/features/limits/components/LimitWatch')))).LimitWatch,
}))
const LobbyCheck = lazy(async () => ({ default: (await importWithRetry(withTexts(['limits'], () => import('./LobbyCheck')))).LobbyCheck }))
const Survey = lazy(async () => ({
  default: (await importWithRetry(withTexts(['errors', 'visit'], () => import('@/features/analytics/components/Survey')))).Survey,
}))
const PromoTooltip = lazy(async () => ({ default: (await importWithRetry(() => import('./PromoTooltip'))).PromoTooltip }))
const PromoBanner = lazy(async () => ({ default: (await importWithRetry(() => import('./PromoBanner'))).PromoBanner }))

/** What joins the page once it has come to rest: cards, bookmarks, prompts. */
export function Extras() {
  useIdleTitle()
  const update = useUpdate()
  const isBusy = useIsBusy()
  const isSurveyTime = useIsSurveyTime()
  const isRestricted = useClientContext()?.is_restricted ?? true
  const isSigningUp = useIsSigningUp()
  const player = usePlayer()
  const hasWon = (useQuery(awardsQuery).data?.length ?? 0) > 0
  return (
    <>
      <Bookmarks />
      {player && (
        <Suspense>
          <LimitWatch />
          <LobbyCheck key={player.id} playerId={player.id} />
        </Suspense>
      )}
      {!isSigningUp && (
        <BottomCards>
          {/* The most pressing first: where there is room for one, it is this. */}
          <AustralianCard />
          {/* None of these may lie over a game or over the button that pays. */}
          {/* The language before the cookies, which are asked about in it. */}
          {!isBusy && <LanguageCard />}
          {!isBusy && <CookieBar />}
          {!isBusy && update && <UpdateCard change={update} />}
          <Suspense>
            <PromoBanner />
            {player && isSurveyTime && !isBusy && !isRestricted && <Survey />}
          </Suspense>
        </BottomCards>
      )}
      <Suspense>
        {!isBusy && !isSigningUp && <PromoTooltip />}
        {isIosWebview(navigator) && <ExitPrompt />}
        {player && <PlayerPopups />}
        {player && hasWon && <JackpotAwards />}
      </Suspense>
    </>
  )
}
