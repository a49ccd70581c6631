import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { answerSurvey } from './survey'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('an answer tells in which language it was asked for', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/api/survey', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await answerSurvey({ survey_id: 'spring', survey_collector_id: 'site', is_enable_widget: true }, 9, 'fast', 'key')
  expect(sent).toEqual([{ survey_id: 'spring', survey_collector_id: 'site', score: 9, comment: 'fast', locale: 'en' }])
})
