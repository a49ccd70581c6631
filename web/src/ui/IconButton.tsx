import { cx } from '@/platform/cx'
import { Icon, type IconName } from './Icon'
import { pressed, type PressProps } from './press'

interface IconButtonProps extends PressProps {
  icon: IconName
  /** What it does, for readers and as its name. */
  label: string
  filled?: boolean
  size?: 's' | 'm'
}

/** A button that shows only a drawing: 44 px square, or 36 px where a mouse points. */
export function IconButton({ icon, label, filled, size = 'm', className, ...props }: IconButtonProps) {
  return (
    <button
      {...pressed(props)}
      aria-label={label}
      className={cx(
        'pressable inline-grid shrink-0 place-items-center rounded-m text-soft hover:bg-hover hover:text-text',
        'active:scale-95 disabled:opacity-45',
        size === 's' ? 'size-9 pointer-coarse:size-11' : 'size-11',
        className,
      )}
    >
      <Icon name={icon} filled={filled} size={size === 's' ? 18 : 22} />
    </button>
  )
}
