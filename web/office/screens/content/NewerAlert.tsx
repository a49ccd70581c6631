import type { ReactNode } from 'react'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { t } from '../../i18n/texts'

interface NewerAlertProps {
  /** Shows both side by side, where they can be compared. */
  onCompare?: () => void
  onTake: () => void
  onKeep: () => void
  /** Who has changed it meanwhile. */
  children: ReactNode
}

/** A colleague has saved or published what is being written here: one of the two goes on. */
export function NewerAlert({ onCompare, onTake, onKeep, children }: NewerAlertProps) {
  return (
    <Alert
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          {onCompare && (
            <Button size="s" variant="secondary" onPress={onCompare}>
              {t('content.compare')}
            </Button>
          )}
          <Button size="s" variant="secondary" onPress={onTake}>
            {t('content.take_theirs')}
          </Button>
          <Button size="s" variant="secondary" onPress={onKeep}>
            {t('content.keep_mine')}
          </Button>
        </span>
      }
    >
      {children}
    </Alert>
  )
}
