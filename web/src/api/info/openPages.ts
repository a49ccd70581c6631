import { request } from '../client'
import { configQuery } from './config'

/** Which promotion pages are open, by name; one that is not named is open, and so is each when nobody answers. */
export const openPagesQuery = configQuery(['open-pages'], (signal) => request('GET', '/api/fe/config/manage-promotion-pages', { signal }))
