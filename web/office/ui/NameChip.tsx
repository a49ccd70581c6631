import { IconButton } from '@/ui/IconButton'
import { t } from '../i18n/texts'

/** Something that was chosen by its name, and the way to take it out; it stays where there is none. */
export function NameChip({ name, onRemove }: { name: string; onRemove: (() => void) | undefined }) {
  return (
    <span className="inline-flex min-h-8 items-center gap-1 rounded-s bg-hover pl-2 text-sm text-text">
      {name}
      {onRemove ? <IconButton icon="close" label={t('offers.remove', { name })} onPress={onRemove} /> : <span className="w-1" />}
    </span>
  )
}
