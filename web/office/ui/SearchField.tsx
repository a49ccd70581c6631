import { Icon } from '@/ui/Icon'

/** A search above a list; what it finds stands below. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex h-10 items-center gap-2.5 rounded-m border border-line bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus pointer-coarse:h-11">
      <Icon name="search" size={18} className="shrink-0 text-muted" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={label}
        onChange={({ target }) => onChange(target.value)}
        className="w-full bg-transparent text-[16px] outline-none md:text-sm"
      />
    </label>
  )
}
