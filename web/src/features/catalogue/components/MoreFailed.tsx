import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'

/** The end of what has come, when the rest did not. */
export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="mt-8 flex flex-wrap items-center justify-center gap-4 text-sm text-soft">
      {t('list.more_failed')}
      <Button variant="secondary" size="s" onPress={onRetry}>
        {t('list.retry')}
      </Button>
    </div>
  )
}
