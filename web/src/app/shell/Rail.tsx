import { useState } from 'react'
import { t } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { LocalTime } from './LocalTime'
import { useNavItems, usePromotionItems, useTextItems, type NavItem } from './navigation'
import { NavLink } from './NavLink'

/** The narrow navigation at the left edge of wide screens; opens to show words beside the drawings. */
export function Rail() {
  const [open, setOpen] = useState(false)
  const items = useNavItems()
  const promotions = usePromotionItems()
  const texts = useTextItems('top-menu')
  const toggle = () => {
    document.documentElement.dataset.rail = open ? 'closed' : 'open'
    setOpen(!open)
  }
  return (
    <nav
      aria-label={t('shell.nav_rail')}
      className="fixed top-(--header-height) bottom-0 left-0 z-20 hidden w-(--rail-width) flex-col gap-1 overflow-x-hidden overflow-y-auto border-r border-line/60 bg-page/85 p-3.5 backdrop-blur-lg transition-[width] duration-(--motion) xl:flex"
    >
      {items.map((item) => (
        <RailLink key={item.id} item={item} />
      ))}
      {promotions.length > 0 && <hr className="mx-1 my-2 border-line" />}
      {promotions.map((item) => (
        <RailLink key={item.id} item={item} />
      ))}
      {texts.map((item) => (
        <RailLink key={item.id} item={item} />
      ))}
      <div className="mt-auto flex h-11 shrink-0 items-center justify-between">
        <IconButton icon="panel" label={t(open ? 'shell.collapse_rail' : 'shell.expand_rail')} aria-expanded={open} onPress={toggle} />
        {open && (
          <span className="flex animate-fade items-center gap-2 pr-1 text-sm text-muted">
            <Icon name="clock" size={18} />
            <span className="sr-only">{t('shell.local_time')}</span>
            <LocalTime className="text-soft" />
          </span>
        )}
      </div>
    </nav>
  )
}

function RailLink({ item }: { item: NavItem }) {
  return (
    <NavLink
      to={item.to}
      title={item.label}
      className="pressable relative flex h-11 shrink-0 items-center gap-3.5 rounded-m px-2.75 text-sm font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:text-accent aria-[current=true]:text-text"
    >
      <Icon name={item.icon} size={22} className="shrink-0" />
      <span className="truncate">{item.label}</span>
    </NavLink>
  )
}
