import { useQuery } from '@tanstack/react-query'
import { request } from '../client'
import { configQuery } from './config'

/** The hosts of betting on sports; none means that there is no such thing, and so does no answer. */
export const bettingQuery = configQuery(['betting'], (signal) => request('GET', '/api/fe/config/betting-config', { signal }))

/** Whether there is a sports site to lead to. */
export function useHasSports(): boolean {
  return (useQuery(bettingQuery).data ?? []).length > 0
}
