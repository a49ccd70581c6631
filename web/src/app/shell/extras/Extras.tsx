import { lazy, Suspense } from 'react'
import { usePlayer } from '@/api/session/player'
import { chunk } from '@/lib/chunk'
import { AustralianCard } from './AustralianCard'
import { Bookmarks } from './Bookmarks'
import { BottomCards } from './BottomCards'
import { CookieBar } from './CookieBar'
import { isIosWebview } from './exitPrompt'
import { useIsSigningUp } from './signUpAddress'
import { useIdleTitle } from './useIdleTitle'

// Dialogs are for few visitors: they come with their own code.
const ExitPrompt = lazy(async () => ({ default: (await chunk(() => import('./ExitPrompt'))).ExitPrompt }))
const PlayerPopups = lazy(async () => ({ default: (await chunk(() => import('./PlayerPopups'))).PlayerPopups }))

/** What joins the page once it has come to rest: cards, bookmarks, prompts. */
export function Extras() {
  useIdleTitle()
  const isSigningUp = useIsSigningUp()
  const player = usePlayer()
  return (
    <>
      <Bookmarks />
      {!isSigningUp && (
        <BottomCards>
          <AustralianCard />
          <CookieBar />
        </BottomCards>
      )}
      <Suspense>
        {isIosWebview(navigator) && <ExitPrompt />}
        {player && <PlayerPopups />}
      </Suspense>
    </>
  )
}
