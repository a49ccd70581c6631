import { useEffect, useState } from 'react'
import { readStored, writeStored } from '@/platform/stored'
import { sessionStartedAt } from './sessionClock'

/** A visitor looks around for so long before anybody asks. */
export const SURVEY_AFTER_MS = 5 * 60_000
const DONE_KEY = 'survey_done'

const device = () => window.localStorage

/** Whether the visitor has been here for long enough to be asked; the clock runs on over reloads. */
export function useIsSurveyTime(): boolean {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const now = Date.now()
    const timer = setTimeout(() => setIsTime(true), Math.max(0, sessionStartedAt(now) + SURVEY_AFTER_MS - now))
    return () => clearTimeout(timer)
  }, [])
  return isTime
}

/** Whether this survey was answered or turned down on this device. */
export const isSurveyDone = (surveyId: string) => readStored(device, DONE_KEY) === surveyId

/** Remembers that this survey is not to be asked again on this device. */
export const rememberSurveyDone = (surveyId: string) => writeStored(device, DONE_KEY, surveyId)
