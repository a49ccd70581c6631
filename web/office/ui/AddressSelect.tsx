import { useNavigate } from '@tanstack/react-router'

interface AddressSelectProps {
  label: string
  /** The name of the filter in the address. */
  name: string
  /** Empty for what stands behind `all`. */
  value: string
  /** What no choice is called; left out where one has to be made. */
  all?: string
  choices: readonly { value: string; label: string }[]
}

/** A filter with more choices than fit beside each other, kept in the address. */
export function AddressSelect({ label, name, value, all, choices }: AddressSelectProps) {
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, [name]: chosen || undefined }), replace: true })
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-muted">
      {label}
      <select
        value={value}
        onChange={({ target }) => choose(target.value)}
        className="h-9 max-w-48 rounded-m border border-line bg-surface px-2 text-sm text-text pointer-coarse:h-11"
      >
        {all !== undefined && <option value="">{all}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
