import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { projectQuery } from '@/api/info/reference'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { OopsState } from '@/ui/OopsState'

/** Stands in the place of a page that failed to render or load; the shell around it stays. */
export function CrashPage({ reset }: { reset: () => void }) {
  const router = useRouter()
  const support = useQuery(projectQuery).data?.support_email
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return <OopsState supportEmail={support} action={<Button onPress={tryAgain}>{t('oops.action')}</Button>} />
}
