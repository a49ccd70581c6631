import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'

interface ListFailedProps {
  onRetry: () => void
  /** What did not come, and why; games of a list when left out. */
  title?: string
  text?: string
}

/** A list that did not come, with a way to ask for it again. */
export function ListFailed({ onRetry, title = t('list.failed_title'), text = t('list.failed_text') }: ListFailedProps) {
  return (
    <EmptyState
      drawing={<LanternOut />}
      title={title}
      text={text}
      action={
        <Button variant="secondary" onPress={onRetry}>
          {t('list.retry')}
        </Button>
      }
    />
  )
}
