import type { IconName } from '@/ui/Icon'
import type { Gift } from './gifts'

/** Drawings by type of bonus, as the server spells them. */
const ICONS: Record<string, IconName> = {
  Cashback: 'refresh',
  'Deposit bonus': 'plus',
  Cash: 'wallet',
  Giftspin: 'sparkle',
  Group: 'crown',
  Freebet: 'ball',
  Custom: 'gift',
  'Feature Freespins': 'pokies',
  XP: 'arrowUp',
  'SoftGaming Gift': 'gift',
  NonDeposit: 'gift',
}

/** What stands for a gift. */
export function iconOf({ type, gift }: Gift): IconName {
  if (type === 'freespins') return 'sparkle'
  return ICONS[gift.type] ?? 'gift'
}
