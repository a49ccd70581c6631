import { useEffect, useRef, useState } from 'react'
import { sessionStartedAt } from '@/features/analytics/model/sessionClock'
import { readStored, writeStored } from '@/platform/stored'

const DUE_MS = 5 * 60_000
const POSTPONED_MS = 60_000
const SHOWN_KEY = 'ios_prompt_shown'

const session = () => window.sessionStorage

/** Whether the page stands in an app's window on iOS: Safari and its home-screen pages are none. */
export function isIosWebview({ userAgent, standalone }: { userAgent: string; standalone?: boolean }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent) && standalone !== true
}

/** Takes the one turn that a browser session has to show the prompt; false when it is taken. */
function mayPrompt(): boolean {
  if (readStored(session, SHOWN_KEY) !== null) return false
  writeStored(session, SHOWN_KEY, '1')
  return true
}

/**
 * Whether to invite the visitor into a real browser: five minutes after the session's first page, a minute later
 * as often as the visitor is `busy` then, and on sign-out; once in a session. Also answers how to close it.
 */
export function useExitPrompt(busy: boolean, isPlayer: boolean): [shown: boolean, close: () => void] {
  const [shown, setShown] = useState(false)
  const isBusy = useRef(busy)
  const wasPlayer = useRef(isPlayer)

  useEffect(() => {
    isBusy.current = busy
  }, [busy])

  useEffect(() => {
    const hasLeft = wasPlayer.current && !isPlayer
    wasPlayer.current = isPlayer
    if (hasLeft && mayPrompt()) setShown(true)
  }, [isPlayer])

  useEffect(() => {
    let timer = setTimeout(look, Math.max(0, sessionStartedAt(Date.now()) + DUE_MS - Date.now()))
    function look() {
      if (isBusy.current) timer = setTimeout(look, POSTPONED_MS)
      else if (mayPrompt()) setShown(true)
    }
    return () => clearTimeout(timer)
  }, [])

  return [shown, () => setShown(false)]
}
