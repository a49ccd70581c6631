import type { Channel } from '@/api/realtime'
import { adventureChannels } from '@/features/adventures/channels'
import { sessionChannels } from '@/api/session/channels'
import { cashboxChannels } from '@/features/cashbox/channels'
import { flagChannels } from '@/features/flags/channels'
import { giftChannels } from '@/features/gifts/channels'
import { chatChannels } from '@/features/chat/channels'
import { jackpotChannels } from '@/features/jackpots/channels'
import { limitsChannels } from '@/features/limits/channels'
import { lobbyChannels } from '@/features/lobby/channels'
import { lootboxChannels } from '@/features/lootboxes/channels'
import { loyaltyChannels } from '@/features/loyalty/channels'
import { notificationChannels } from '@/features/notifications/channels'
import { tournamentChannels } from '@/features/tournaments/channels'
import { verificationChannels } from '@/features/verification/channels'

/** Every channel that the site follows: a feature that brings frames adds its list here. */
export const CHANNELS: readonly Channel[] = [
  ...sessionChannels,
  ...adventureChannels,
  ...cashboxChannels,
  ...chatChannels,
  ...flagChannels,
  ...giftChannels,
  ...jackpotChannels,
  ...limitsChannels,
  ...lobbyChannels,
  ...lootboxChannels,
  ...loyaltyChannels,
  ...notificationChannels,
  ...tournamentChannels,
  ...verificationChannels,
]
