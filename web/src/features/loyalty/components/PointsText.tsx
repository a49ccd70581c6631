import { Link } from '@tanstack/react-router'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Icon } from '@/ui/Icon'
import { useCompPoints } from '../api/points'

/** A number of points as the language writes it. */
export function pointsText(points: number): string {
  return t('shop.points', { points })
}

/** The points that the player can spend, as a way to the shop; nothing before they are known. */
export function PointsLink({ onClick, className }: { onClick?: () => void; className?: string }) {
  const points = useCompPoints().points?.chargeable.points
  if (points === undefined) return null
  return (
    <Link
      to="/rocket-mart"
      onClick={onClick}
      className={cx(
        'pressable flex min-h-11 items-center gap-2.5 rounded-m border border-vip/40 bg-vip/10 px-3 text-sm font-medium text-text hover:border-vip',
        className,
      )}
    >
      <Icon name="layers" size={18} className="text-vip-text" />
      <span className="tabular">{pointsText(points)}</span>
      <span className="ml-auto text-vip-text">{t('nav.shop')}</span>
    </Link>
  )
}
