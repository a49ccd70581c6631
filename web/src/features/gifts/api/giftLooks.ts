import { configQuery } from '@/api/info/config'
import { request } from '@/api/client'

/** How gifts of a group look and where they lead, by the key of the group. */
export const giftLooksQuery = configQuery(['gift-looks'], (signal) => request('GET', '/api/fe/config/modify-gifts-config', { signal }))
