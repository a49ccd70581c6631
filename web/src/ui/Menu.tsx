import type { DOMAttributes, ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Pressable } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { cx } from '@/platform/cx'
import { Icon, type IconName } from './Icon'

export interface MenuAction {
  id: string
  label: string
  icon?: IconName
  onAction: () => void
  danger?: boolean
}

/** A button (`trigger`: a plain one or one of the kit) with a list of actions below it. */
export function Menu({ label, trigger, actions }: { label: string; trigger: ReactElement<DOMAttributes<HTMLElement>, string>; actions: MenuAction[] }) {
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Popover placement="bottom end" offset={8} className="z-50 min-w-52 animate-fade rounded-m border border-line bg-raised p-1.5 shadow-soft">
        <AriaMenu aria-label={label} className="outline-none">
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              onAction={action.onAction}
              className={cx(
                'flex h-11 cursor-pointer items-center gap-3 rounded-s px-3 text-sm outline-none data-focused:bg-hover',
                action.danger ? 'text-danger-text' : 'text-soft data-focused:text-text',
              )}
            >
              {action.icon && <Icon name={action.icon} size={18} />}
              {action.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
