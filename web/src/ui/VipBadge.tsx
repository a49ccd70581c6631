import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { groupsOf, vipLevelOf } from '@/domain/player/groups'
import { Icon } from './Icon'

interface VipBadgeProps {
  player: { statuses: readonly { id: string }[] }
  /** Shows the drawing only; the level is still told to readers. */
  compact?: boolean
  className?: string
}

/** The VIP level of a player, beside the name; nothing for a regular one. */
export function VipBadge({ player, compact = false, className }: VipBadgeProps) {
  const level = vipLevelOf(groupsOf(player))
  if (!level) return null
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-full border border-vip/50 bg-vip/15 text-xs font-semibold text-vip-text',
        compact ? 'size-5 justify-center border-page bg-raised' : 'px-2.5 py-0.5',
        className,
      )}
    >
      <Icon name="crown" size={compact ? 12 : 14} filled />
      <span className={cx(compact && 'sr-only')}>{t(`vip.${level}`)}</span>
    </span>
  )
}
