import { useQuery } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { projectQuery } from '@/api/info/reference'
import { t } from '@/i18n/messages'
import { ChunkError } from '@/lib/chunk'
import { Button } from '@/ui/Button'
import { OopsState } from '@/ui/OopsState'

/** Stands in the place of a page that failed to render or load; the shell around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const support = useQuery(projectQuery).data?.support_email
  const tryAgain = () => {
    // What did not come is not asked for again within the same page.
    if (error instanceof ChunkError) return window.location.reload()
    reset()
    void router.invalidate()
  }
  return <OopsState supportEmail={support} action={<Button onPress={tryAgain}>{t('oops.action')}</Button>} />
}
