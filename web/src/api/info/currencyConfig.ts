import { request } from '../client'
import { configQuery } from './config'

/** How currencies are shown; without an answer each is shown as it is. */
export const currencyConfigQuery = configQuery(['currency'], (signal) => request('GET', '/api/fe/config/currency-config', { signal }))
