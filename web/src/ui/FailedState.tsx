import { t } from '@/i18n/messages'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { LazyDrawing } from './LazyDrawing'

const lantern = async () => (await import('./drawings')).LanternOut

interface FailedStateProps {
  /** What did not come. */
  title: string
  text?: string
  /** Asks for it again. */
  onRetry: () => void
  /** Level of the title, by where it stands on the page. */
  level?: 1 | 2 | 3
}

/** What a place looks like whose content did not come, with a way to ask for it again. */
export function FailedState({ onRetry, ...state }: FailedStateProps) {
  return (
    <EmptyState
      drawing={<LazyDrawing load={lantern} />}
      {...state}
      action={
        <Button variant="secondary" icon="refresh" onPress={onRetry}>
          {t('oops.action')}
        </Button>
      }
    />
  )
}
