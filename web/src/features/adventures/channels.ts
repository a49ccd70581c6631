import { channel, reload } from '@/api/realtime'
import { hasAmounts, hasTexts, isObject } from '@/platform/shapes'
import { ADVENTURES } from './api/adventures'

function isChangedDay(data: unknown): data is { adventure: string; step: number } {
  return isObject(data) && hasTexts(data, 'adventure') && hasAmounts(data, 'step')
}

/** A day that a deposit of the player has counted for, or that is completed. The calendar is asked for anew, which has the texts in the language of the page. */
export const adventureChannels = [
  channel('adventures_changes', { isFrame: isChangedDay, apply: (client) => reload(client, [ADVENTURES]), afterGap: [ADVENTURES] }),
]
