import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cx } from '@/platform/cx'
import { Icon, type IconName } from '@/ui/Icon'
import { StaticLink } from '@/ui/StaticLink'
import { giftLooksQuery } from '../api/giftLooks'
import type { Gift } from '../model/gifts'
import { iconOf } from '../model/icons'

/** How the operator wants gifts of a group to look; undefined for most. */
function useLook(groupKey: string) {
  return useQuery(giftLooksQuery).data?.[groupKey]
}

/** The picture of a gift: that of its group, else a drawing of its type. */
export function GiftPicture({ gift, muted }: { gift: Gift; muted: boolean }) {
  return <GroupPicture groupKey={gift.gift.group_key} icon={iconOf(gift)} muted={muted} />
}

interface GroupPictureProps {
  groupKey: string
  /** Drawn where the group has no picture. */
  icon: IconName
  muted?: boolean
}

/** The picture of a group of gifts. */
export function GroupPicture({ groupKey, icon, muted = false }: GroupPictureProps) {
  const look = useLook(groupKey)
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={cx('grid size-12 shrink-0 place-items-center overflow-hidden rounded-m bg-hover', muted ? 'text-muted' : 'text-info')}>
      {look && !isBroken ? (
        <img
          src={look.image}
          alt=""
          width={48}
          height={48}
          className={cx('size-full object-cover', muted && 'opacity-50')}
          style={{ background: look.accent }}
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon name={icon} size={24} />
      )}
    </span>
  )
}

/** The title of a gift, which leads where its group does. */
export function GiftTitle({ gift }: { gift: Gift }) {
  const { title, group_key: groupKey } = gift.gift
  const look = useLook(groupKey)
  // `//host` and `/\host` are addresses of another site.
  if (!look || !/^\/(?![/\\])/.test(look.url)) return title
  return (
    <StaticLink to={look.url} className="rounded-s underline-offset-4 hover:text-link hover:underline">
      {title}
    </StaticLink>
  )
}
