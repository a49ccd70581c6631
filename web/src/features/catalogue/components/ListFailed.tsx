import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'

/** A list that did not come, with a way to ask for it again. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<LanternOut />}
      title={t('list.failed_title')}
      text={t('list.failed_text')}
      action={
        <Button variant="secondary" onPress={onRetry}>
          {t('list.retry')}
        </Button>
      }
    />
  )
}
