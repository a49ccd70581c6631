import { CatchBoundary, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { logError } from '@/platform/log'
import { useBlocking } from '@/ui/blocking'
import { Button } from '@/ui/Button'
import { OopsState } from '@/ui/OopsState'
import { SCRIM } from '@/ui/scrim'
import { Spinner } from '@/ui/Spinner'
import { safeRedirect } from './addresses'
import { bringAhead, modalParameter, modalsOf } from './modals'

/** The modals of the current address, over the page and over each other; nothing when it has none. */
export function ModalHost() {
  const { modal: parameter } = useSearch({ strict: false })
  const router = useRouter()
  const modals = modalsOf(parameter)
  const isGuest = usePlayer() === null
  useEffect(() => {
    const stop = new AbortController()
    void bringAhead(isGuest, stop.signal)
    return () => stop.abort()
  }, [isGuest])
  useBlocking(modals.some(({ guard }) => guard !== 'anyone'))

  // A screen is drawn once those beneath it are there, whichever was loaded first: the one that comes last has the
  // focus and takes Escape.
  const [drawn, setDrawn] = useState(0)
  const closeTo = (count: number) =>
    router.navigate({ to: '.', search: (search) => ({ ...search, modal: modalParameter(modals.slice(0, count)) }), replace: true, resetScroll: false })
  return modals.slice(0, drawn + 1).map(({ Screen, path, search }, place) => {
    const close = () => {
      // Opened from a page of this visit: that page is one step back. Else there is nothing to go back to.
      if (router.history.canGoBack()) router.history.back()
      else void closeTo(place)
    }
    const leaveTo = async (target: string) => {
      await closeTo(place)
      // Parsed by the router itself, so that the address keeps the language of the visit.
      await router.navigate({ href: safeRedirect(target), replace: true })
    }
    return (
      <CatchBoundary key={place} getResetKey={() => path} errorComponent={ModalFailure} onCatch={(error) => logError('RENDER_ERROR', error)}>
        <Suspense fallback={<ModalLoading />}>
          <Screen path={path} search={search} close={close} leaveTo={(target) => void leaveTo(target)} />
          <Drawn place={place} onChange={setDrawn} />
        </Suspense>
      </CatchBoundary>
    )
  })
}

/** Stands beside a screen: tells how many are drawn when it comes and when it goes. */
function Drawn({ place, onChange }: { place: number; onChange: (count: number) => void }) {
  useEffect(() => {
    onChange(place + 1)
    return () => onChange(place)
  }, [place, onChange])
  return null
}

/** A screen that failed or did not come. Its address stays in the bar: loading the page anew opens it again. */
function ModalFailure() {
  return (
    <div role="alert" className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-page">
      <OopsState supportEmail={undefined} action={<Button onPress={() => window.location.reload()}>{t('oops.action')}</Button>} />
    </div>
  )
}

/** The dimmed page while the screen is on its way: without the dialog kit, which comes with the screen. */
function ModalLoading() {
  return (
    <div className={cx(SCRIM, 'grid place-items-center text-soft')}>
      <Spinner size={36} label={t('loading')} />
    </div>
  )
}
