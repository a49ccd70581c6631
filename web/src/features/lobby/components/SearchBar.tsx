import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'

/** Looks like a field and opens the search over the page, where there is room for results. */
export function SearchBar({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="pressable flex h-12 w-full shrink-0 items-center gap-3 rounded-m border border-line bg-surface px-4 text-left text-muted hover:border-line-strong hover:text-soft lg:w-80"
    >
      <Icon name="search" />
      {t('shell.search')}
    </button>
  )
}
