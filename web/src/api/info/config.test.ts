import { QueryClient, QueryObserver, type QueryKey, type QueryOptions } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { surveyQuery } from '@/features/analytics/api/survey'
import { http } from '@/test/http'
import { server } from '@/test/server'
import { statsQuery } from '../session/stats'
import { bettingQuery } from './betting'
import { currencyConfigQuery } from './currencyConfig'
import { excludedStagsQuery } from './excludedStags'
import { menuQuery } from './menu'
import { openPagesQuery } from './openPages'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
})
afterAll(() => server.close())

const SURVEY = { survey_id: 's', survey_collector_id: 'c', is_enable_widget: true }

test.each<[string, unknown, object]>([
  ['/api/fe/config/menu-categories-games', [], menuQuery(null)],
  ['/api/fe/config/manage-promotion-pages', {}, openPagesQuery],
  ['/api/fe/config/betting-config', ['sport.example'], bettingQuery],
  ['/api/fe/config/currency-config', { displayMap: {} }, currencyConfigQuery],
  ['/api/fe/config/excluded-promo-stags', ['quiet'], excludedStagsQuery],
  ['/api/fe/config/survey-config', SURVEY, surveyQuery],
  ['/api/player/stats', [], statsQuery],
])('%s that fails is not taken for an answer, and is asked for again', async (path, answer, query) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let asked = 0
  server.use(
    http.untyped.get(path, () => {
      asked += 1
      return asked === 1 ? HttpResponse.json({ error: { code: 'internal', message: '' } }, { status: 500 }) : HttpResponse.json(answer as object)
    }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, query as QueryOptions & { queryKey: QueryKey })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  expect(observer.getCurrentResult().data).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(answer))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toBe(2)
  stop()
})
