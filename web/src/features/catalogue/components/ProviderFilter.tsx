import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { providersQuery } from '@/api/info/catalogue'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import { matching } from '../model/providers'

/** More studios than this are searched by name. */
const PLAIN_MAX = 12

interface ProviderFilterProps {
  /** Ids of the studios that are chosen; none means all. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Narrows a list to some studios. A site with a single studio has nothing to choose. */
export function ProviderFilter({ chosen, onChange }: ProviderFilterProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const providers = useQuery(providersQuery).data ?? []
  if (providers.length < 2) return null
  return (
    <section>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={cx(
            'pressable flex h-10 items-center gap-2 rounded-m border px-4 text-sm font-medium pointer-coarse:h-11',
            chosen.length > 0 ? 'border-accent/60 bg-accent/10 text-accent' : 'border-line bg-surface text-soft hover:border-line-strong hover:text-text',
          )}
        >
          <Icon name="layers" size={18} />
          {t('filter.providers', { count: chosen.length })}
          <Icon name="chevronDown" size={16} className={cx('transition-transform duration-(--motion)', open && 'rotate-180')} />
        </button>
        {chosen.map((provider) => (
          <Chosen
            key={provider}
            title={providers.find((known) => known.id === provider)?.title ?? provider}
            onRemove={() => onChange(chosen.filter((other) => other !== provider))}
          />
        ))}
        {chosen.length > 1 && (
          <button
            type="button"
            onClick={() => onChange([])}
            className="pressable h-10 rounded-m px-3 text-sm font-medium text-link hover:bg-hover pointer-coarse:h-11"
          >
            {t('filter.clear')}
          </button>
        )}
      </div>
      {open && <Choice id={id} chosen={chosen} onChange={onChange} />}
    </section>
  )
}

/** One studio that is chosen, with how to let it go. */
function Chosen({ title, onRemove }: { title: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('filter.remove', { title })}
      className="pressable flex h-10 max-w-60 items-center gap-2 rounded-full bg-hover pr-3 pl-4 text-sm text-text hover:bg-line pointer-coarse:h-11"
    >
      <span className="truncate">{title}</span>
      <Icon name="close" size={14} />
    </button>
  )
}

function Choice({ id, chosen, onChange }: ProviderFilterProps & { id: string }) {
  const [name, setName] = useState('')
  const providers = useQuery(providersQuery).data ?? []
  const shown = matching(providers, name)
  const toggle = (provider: string) => onChange(chosen.includes(provider) ? chosen.filter((other) => other !== provider) : [...chosen, provider])
  return (
    <div id={id} role="group" aria-label={t('producers.title')} className="mt-3 animate-fade rounded-l border border-line bg-surface p-4">
      {providers.length > PLAIN_MAX && (
        <input
          type="search"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          aria-label={t('filter.search')}
          placeholder={t('filter.search')}
          autoComplete="off"
          className="mb-3 h-11 w-full rounded-m border border-line bg-page px-4 text-sm text-text outline-offset-0 md:max-w-80"
        />
      )}
      <ul className="flex max-h-72 flex-wrap gap-2 overflow-y-auto overscroll-contain">
        {shown.map((provider) => (
          <li key={provider.id}>
            <button
              type="button"
              aria-pressed={chosen.includes(provider.id)}
              onClick={() => toggle(provider.id)}
              className="pressable flex h-10 items-center gap-2 rounded-full border border-line px-4 text-sm text-soft hover:border-line-strong hover:text-text aria-pressed:border-accent/60 aria-pressed:bg-accent/10 aria-pressed:text-accent pointer-coarse:h-11"
            >
              {provider.title}
              <span className="tabular text-xs text-muted">{provider.games_count}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="py-2 text-sm text-muted">{t('filter.none')}</li>}
      </ul>
    </div>
  )
}
