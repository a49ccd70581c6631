import { lazy, useSyncExternalStore } from 'react'
import { isReauthenticationOpen, onReauthentication, settleReauthentication } from '@/api/reauth'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { AsyncBoundary } from '@/ui/AsyncBoundary'

const ReauthDialog = lazy(async () => {
  try {
    return {
      default: (await importWithRetry(withTexts(['auth', 'errors', 'profile', 'security'], () => import('@/features/auth/components/ReauthDialog'))))
        .ReauthDialog,
    }
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
      <AsyncBoundary>
        <ReauthDialog />
      </AsyncBoundary>
    )
  )
}
