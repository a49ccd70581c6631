import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClientContext } from '@/api/session/clientContext'
import { t } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { Icon } from '@/ui/Icon'
import { currentIpQuery } from '../api/currentIp'

/** What support asks first when something does not load: how the operator sees the visitor. Asked for when opened. */
export function ConnectionFacts() {
  const [isOpen, setOpen] = useState(false)
  const context = useClientContext()
  const ip = useQuery({ ...currentIpQuery, enabled: isOpen })
  const facts: [string, string][] = [
    [t('connection.address'), ip.data ?? (ip.isError ? t('connection.unknown') : '…')],
    [t('connection.country'), context?.country ? countryName(context.country) : t('connection.unknown')],
    [t('connection.licence'), context?.licence ?? t('connection.unknown')],
  ]
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group rounded-l border border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-5 text-sm font-medium text-soft hover:text-text">
        {t('connection.title')}
        <Icon name="chevronDown" size={18} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <DescriptionList className="px-5 pb-5">
        {facts.map(([name, fact]) => (
          <Description key={name} label={name}>
            <span className="break-all select-all">{fact}</span>
          </Description>
        ))}
      </DescriptionList>
    </details>
  )
}
