import { request } from '@/api/client'

/** The tag of the affiliate that visitors from `host` belong to; undefined when there is none. */
export async function tagOfReferrer(host: string): Promise<string | undefined> {
  const tags = await request('GET', '/api/fe/config/stag-by-referrer-name').catch(() => null)
  return tags?.[host]
}
