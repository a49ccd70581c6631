import { useEffect, useRef } from 'react'
import { useActiveAccount } from '@/api/session/accounts'
import { isReached, useLimits } from '@/api/session/limits'
import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'
import { isPause, typeText } from '../model/limitTypes'

/** Warns of a limit that is reached, once for each limit and window; the warning stays until it is closed by hand. */
export function LimitWatch() {
  const limits = useLimits()
  const currency = useActiveAccount()?.currency
  const announced = useRef(new Set<string>())
  useEffect(() => {
    if (!limits || !currency) return
    for (const limit of limits) {
      if (isPause(limit.type) || !isReached(limit, currency)) continue
      const window = `${limit.id} ${limit.accounts.map(({ resets_at }) => resets_at).join(' ')}`
      if (announced.current.has(window)) continue
      announced.current.add(window)
      showToast('warning', t('limits.reached_toast', { limit: typeText(limit.type) }), { id: `limit-${limit.id}`, persistent: true })
    }
  }, [limits, currency])
  return null
}
