import { Link } from '@tanstack/react-router'

interface FilterTabsProps {
  label: string
  /** The name of the filter in the address, and its choices. */
  name: string
  choices: readonly { value: string; label: string }[]
  chosen: string
}

/** A filter with a few choices, kept in the address. */
export function FilterTabs({ label, name, choices, chosen }: FilterTabsProps) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto rounded-m bg-hover p-1">
      {choices.map((choice) => (
        <Link
          key={choice.value}
          to="."
          search={(now: Record<string, unknown>) => ({ ...now, [name]: choice.value })}
          replace
          activeProps={{}}
          aria-current={choice.value === chosen ? 'true' : undefined}
          className="rounded-s px-3 py-1.5 text-sm font-medium whitespace-nowrap text-soft hover:text-text aria-[current]:bg-surface aria-[current]:text-text aria-[current]:shadow-aurora"
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  )
}
