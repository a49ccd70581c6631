import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { STALE_MS } from '@/api/staleTimes'

/** Which survey players are asked to take; `is_enable_widget` false: none. */
export interface SurveyConfig {
  survey_id: string
  survey_collector_id: string
  is_enable_widget: boolean
}

/** The survey on offer; null when there is none, or it cannot be had. */
export const surveyQuery = queryOptions({
  queryKey: ['survey-config'],
  queryFn: async ({ signal }) => {
    const config = await request<SurveyConfig>('GET', '/api/fe/config/survey-config', { signal }).catch(() => null)
    return config?.is_enable_widget ? config : null
  },
  staleTime: STALE_MS.reference,
})

/** Sends what the player thinks of the house: `score` from 0 to 10, `comment` may be empty. */
export async function answerSurvey({ survey_id, survey_collector_id }: SurveyConfig, score: number, comment: string): Promise<void> {
  await request('POST', '/api/survey', { body: { survey_id, survey_collector_id, score, comment } })
}
