import { Button } from './Button'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  title: string
  /** What will happen, in a sentence or two. */
  text: string
  /** What the button does that goes on. */
  confirm: string
  /** What the button does that leaves everything as it is. */
  keep: string
  /** `danger` for what cannot be undone: then no button has the focus, so that a stray Enter does nothing. */
  tone?: 'primary' | 'danger'
  /** The action is under way. */
  pending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something is done. */
export function ConfirmDialog({ title, text, confirm, keep, tone = 'primary', pending = false, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} size="s">
      <p className="mb-6 text-sm text-soft">{text}</p>
      <div className="grid gap-2">
        <Button variant={tone} wide size="l" pending={pending} onPress={onConfirm} autoFocus={tone === 'primary'}>
          {confirm}
        </Button>
        <Button variant="secondary" wide size="l" onPress={onClose}>
          {keep}
        </Button>
      </div>
    </Dialog>
  )
}
