import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/client'
import { PLAYER_SCOPE } from '@/api/keys'
import type { LaunchMode } from '@/api/types'
import { currentLocale } from '@/i18n/messages'
import { deviceKind } from '@/platform/useMediaQuery'
import { firstSeed } from './firstSeed'

interface LaunchTarget {
  identifier: string
  mode: LaunchMode
  /** Wallet to play from; left out in free play. */
  currency: string | undefined
}

/**
 * Opens a game session and tells where its client runs. A session belongs to one visit of the page,
 * so the answer is never reused: a new key asks anew.
 */
export function launchQuery({ identifier, mode, currency }: LaunchTarget, visit: string) {
  return queryOptions({
    queryKey: [PLAYER_SCOPE, 'launch', identifier, mode, currency, visit],
    queryFn: async ({ client, signal }) => {
      const wallet = mode === 'real' ? currency : undefined
      const clientSeed = wallet && (await firstSeed(client, wallet))
      return request('POST', '/api/games/launch', {
        signal,
        idempotencyKey: `${visit}-${mode}-${currency ?? 'FUN'}`,
        body: {
          identifier,
          mode,
          device: deviceKind(),
          ...(wallet && { currency: wallet }),
          ...(clientSeed && { client_seed: clientSeed }),
          locale: currentLocale(),
          return_url: '/',
        },
      })
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}
