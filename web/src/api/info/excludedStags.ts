import { request } from '../client'
import { configQuery } from './config'

/** The tags of affiliates whose visitors are shown no offers. */
export const excludedStagsQuery = configQuery(['excluded-stags'], (signal) => request('GET', '/api/fe/config/excluded-promo-stags', { signal }))
