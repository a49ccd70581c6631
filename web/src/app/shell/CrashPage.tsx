import { useQuery } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { projectQuery } from '@/api/info/reference'
import { t } from '@/i18n/messages'
import { ImportError } from '@/platform/importWithRetry'
import { isServerUnreachable, onReconnect, onConnectivityChange } from '@/platform/connectivity'
import { Button } from '@/ui/Button'
import { OopsState } from '@/ui/OopsState'
import { isOfAbsence } from './absence'
import { PendingPage } from './PendingPage'

/**
 * Stands in the place of a page that failed to render or load; the shell around it stays. While the operator is away it is
 * the page's shape, and the page is tried again once the operator is back.
 */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = useCallback(() => {
    // What did not come is not asked for again within the same page.
    if (error instanceof ImportError) return window.location.reload()
    reset()
    void router.invalidate()
  }, [error, reset, router])
  const isLost = isOfAbsence(error)
  useEffect(() => (isLost ? onReconnect(tryAgain) : undefined), [isLost, tryAgain])
  const isMissing = useSyncExternalStore(onConnectivityChange, isServerUnreachable)
  return isLost && isMissing ? <PendingPage /> : <Oops onRetry={tryAgain} />
}

function Oops({ onRetry }: { onRetry: () => void }) {
  const support = useQuery(projectQuery).data?.support_email
  return <OopsState supportEmail={support} action={<Button onPress={onRetry}>{t('oops.action')}</Button>} />
}
