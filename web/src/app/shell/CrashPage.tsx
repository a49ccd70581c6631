import { useRouter } from '@tanstack/react-router'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { BrokenReel } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'

/** Stands in the place of a page that failed to render or load; the shell around it stays. */
export function CrashPage({ reset }: { reset: () => void }) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="content grid min-h-[60vh] place-items-center">
      <EmptyState
        level={1}
        drawing={<BrokenReel />}
        title={t('oops.title')}
        text={t('oops.text')}
        action={<Button onPress={tryAgain}>{t('oops.action')}</Button>}
      />
    </div>
  )
}
