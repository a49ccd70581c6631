import { cx } from '@/platform/cx'
import { useRouteExists } from '@/platform/useRouteExists'
import type { ButtonSize, ButtonVariant } from '@/ui/buttonStyle'
import { buttonClass } from '@/ui/buttonStyle'
import { ButtonLink } from '@/ui/Link'
import { linkAttributes, popupHref, linkOf, type Banner, type LinkAttributes, type Way } from '../model/banner'

/** What a banner leads to. A way to what is not built yet is left out. */
export function BannerButtons({ banner, size }: { banner: Banner; size: ButtonSize }) {
  const first = banner.button && linkOf(banner.button)
  return (
    <>
      {banner.button && first && (
        <WayOn way={first} size={size} variant="primary" attributes={linkAttributes(banner.button)}>
          {banner.button.name}
        </WayOn>
      )}
      {banner.secondButton && (
        <WayOn way={{ href: popupHref(banner.secondButton.popup) }} size={size} variant="secondary">
          {banner.secondButton.name}
        </WayOn>
      )}
    </>
  )
}

interface WayOnProps {
  way: Way
  size: ButtonSize
  variant: ButtonVariant
  attributes?: LinkAttributes
  children: string
}

function WayOn({ way: { href, route }, size, variant, attributes = {}, children }: WayOnProps) {
  const isBuilt = useRouteExists(route ?? '/')
  if (!isBuilt) return null
  const look = { size, variant, ...(variant === 'secondary' && { className: 'bg-hover/70 backdrop-blur-md' }) }
  if (href.startsWith('https:')) {
    return (
      <a target="_blank" {...attributes} href={href} rel={cx('noreferrer', attributes.rel)} className={buttonClass(look, look.className)}>
        {children}
      </a>
    )
  }
  return (
    <ButtonLink {...attributes} to={href} {...look}>
      {children}
    </ButtonLink>
  )
}
