import { request } from '@/api/client'

/** How many deposits of the player have succeeded so far; the latest may not be among them yet. */
export async function countDeposits(): Promise<number> {
  const stats = await request('GET', '/api/player/stats')
  return stats.reduce((sum, { deposits_count }) => sum + deposits_count, 0)
}
