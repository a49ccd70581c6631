import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { modalOfHash } from '@/routes/addresses'

const ANCHOR_RETRY_MS = 200
const ANCHOR_TRIES_MAX = 25

/**
 * Opens the modal that a hash asks for (`#sign-in`), and scrolls to an anchor once it is there:
 * lists may bring it in later, so it is looked for every 200 ms for at most 5 s.
 */
export function useHashes(): void {
  // The hash of the page on show, not of one still loading: the modal belongs over that page.
  const hash = useRouterState({ select: (state) => state.resolvedLocation?.hash })
  const navigate = useNavigate()
  useEffect(() => {
    if (!hash) return
    const modal = modalOfHash(hash)
    if (modal) {
      void navigate({ to: modal as '/sign-in', replace: true })
      return
    }
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      const target = document.getElementById(hash)
      target?.scrollIntoView()
      if (target || tries >= ANCHOR_TRIES_MAX) clearInterval(timer)
    }, ANCHOR_RETRY_MS)
    return () => clearInterval(timer)
  }, [hash, navigate])
}
