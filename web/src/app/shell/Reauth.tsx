import { lazy, useSyncExternalStore } from 'react'
import { isReauthenticationOpen, onReauthentication, settleReauthentication } from '@/api/reauth'
import { chunk } from '@/lib/chunk'
import { Part } from '@/ui/Part'

const ReauthDialog = lazy(async () => {
  try {
    return { default: (await chunk(() => import('@/features/auth/components/ReauthDialog'))).ReauthDialog }
  } catch (error) {
    // Calls must not wait for a dialog that does not come.
    settleReauthentication(false)
    throw error
  }
})

/** Shows the question for the password while calls wait for its answer. */
export function Reauth() {
  const isOpen = useSyncExternalStore(onReauthentication, isReauthenticationOpen, () => false)
  return (
    isOpen && (
      <Part>
        <ReauthDialog />
      </Part>
    )
  )
}
