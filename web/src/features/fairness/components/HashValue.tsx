import { t } from '@/i18n/messages'
import { copyText } from '@/ui/copyText'
import { IconButton } from '@/ui/IconButton'

/** A seed or hash: long, so it wraps, and may be copied. */
export function HashValue({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm font-medium text-soft">{label}</p>
      <p className="flex items-center gap-2 rounded-m border border-line bg-page/60 py-1 pr-1 pl-4">
        <code className="min-w-0 flex-1 py-2 font-mono text-xs break-all text-text">{value}</code>
        <IconButton icon="copy" size="s" label={t('fairness.copy', { name: label })} onPress={() => copyText(value)} />
      </p>
    </div>
  )
}
