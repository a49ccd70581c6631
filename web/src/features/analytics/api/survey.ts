import { queryOptions } from '@tanstack/react-query'
import { request, type Answer } from '@/api/client'
import { whenFailed } from '@/api/info/config'
import { STALE_MS } from '@/api/staleTimes'
import { currentLocale } from '@/i18n/messages'

/** Which survey players are asked to take; `is_enable_widget` false: none. */
export type SurveyConfig = Answer<'GET', '/api/fe/config/survey-config'>

/** The survey on offer; null when there is none. */
export const surveyQuery = queryOptions({
  queryKey: ['survey-config'],
  queryFn: async ({ signal }) => {
    const config = await request('GET', '/api/fe/config/survey-config', { signal })
    return config.is_enable_widget ? config : null
  },
  staleTime: STALE_MS.reference,
  refetchInterval: whenFailed,
})

/** Sends what the player thinks of the operator, and in which language they were asked: `score` from 0 to 10, `comment` may be empty. */
export async function answerSurvey({ survey_id, survey_collector_id }: SurveyConfig, score: number, comment: string, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/survey', { body: { survey_id, survey_collector_id, score, comment, locale: currentLocale() }, idempotencyKey })
}
