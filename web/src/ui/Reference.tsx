import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { copyText } from './copyText'
import { Icon } from './Icon'

/** Ids begin with the time, so those of one day differ at their end. */
const SHOWN = 8

/** The number of a payment or a round for a player to quote: its end to see, the whole of it to copy. */
export function Reference({ id, className }: { id: string; className?: string }) {
  return (
    <button
      type="button"
      onClick={() => copyText(id)}
      title={id}
      className={cx('inline-flex min-h-6 items-center gap-1 text-xs text-muted hover:text-text pointer-coarse:min-h-11', className)}
    >
      <span className="sr-only">{t('cashbox.copy_reference')} </span>
      <span className="tabular">{id.length > SHOWN ? `…${id.slice(-SHOWN)}` : id}</span>
      <Icon name="copy" size={14} />
    </button>
  )
}
