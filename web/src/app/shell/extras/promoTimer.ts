import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectQuery } from '@/api/info/reference'
import { readCookie, writeCookie } from '@/platform/cookies'
import { useTick } from '@/platform/useTick'
import type { Timer } from '@/ui/timeLeft'

const COOKIE = 'promo_timer'
/** A day: so long the start is remembered, however short the offer is. */
const COOKIE_MAX_AGE_S = 86_400
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** When this visitor was first shown an offer, in Unix milliseconds; now when none was within the last day. */
function offerStart(now: number): number {
  const known = Number(readCookie(COOKIE) ?? 0)
  if (known > 0 && known <= now) return known
  writeCookie(COOKIE, String(now), COOKIE_MAX_AGE_S)
  return now
}

/** The offer's time, as a banner counts it. */
function offerTime(start: number, minutes: number): Timer {
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + minutes * MINUTE_MS).toISOString() }
}

/** The minutes of the operator, from when this visitor was first shown an offer; undefined until the operator has told them. */
export function useOfferTimer(): Timer | undefined {
  const minutes = useQuery(projectQuery).data?.promo_timer_minutes
  // The clock that countdowns read, so that none begins before its start.
  const now = useTick(SECOND_MS)
  const [start] = useState(() => offerStart(now))
  return minutes === undefined ? undefined : offerTime(start, minutes)
}
