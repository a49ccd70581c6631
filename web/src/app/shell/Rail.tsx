import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { useNavItems, type NavItem } from './navigation'

/** The narrow navigation at the left edge of wide screens; opens to show words beside the drawings. */
export function Rail() {
  const [open, setOpen] = useState(false)
  const items = useNavItems()
  const toggle = () => {
    document.documentElement.dataset.rail = open ? 'closed' : 'open'
    setOpen(!open)
  }
  return (
    <nav
      aria-label={t('shell.nav_quick')}
      className="fixed top-(--header-height) bottom-0 left-0 z-20 hidden w-(--rail-width) flex-col gap-1 overflow-x-hidden overflow-y-auto border-r border-line/60 bg-page/85 p-3.5 backdrop-blur-lg transition-[width] duration-(--motion) xl:flex"
    >
      {items.map((item) => (
        <RailLink key={item.id} item={item} />
      ))}
      <IconButton
        icon="panel"
        label={t(open ? 'shell.collapse_rail' : 'shell.expand_rail')}
        aria-expanded={open}
        onPress={toggle}
        className="mt-auto"
      />
    </nav>
  )
}

function RailLink({ item }: { item: NavItem }) {
  return (
    <Link
      to={item.to}
      activeOptions={{ exact: item.exact }}
      title={t(item.label)}
      className="pressable relative flex h-11 shrink-0 items-center gap-3.5 rounded-m px-2.75 text-sm font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:text-accent"
    >
      <Icon name={item.icon} size={22} className="shrink-0" />
      <span className="truncate">{t(item.label)}</span>
    </Link>
  )
}
