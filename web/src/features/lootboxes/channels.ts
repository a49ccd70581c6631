import { channel, reload } from '@/api/realtime'
import { isObject } from '@/platform/shapes'
import { LOOTBOXES } from './api/lootboxes'

const STAGES: readonly unknown[] = ['issued', 'activated', 'canceled', 'expired']

function isLootboxFrame(data: unknown): data is { id: string; stage: string } {
  return isObject(data) && typeof data.id === 'string' && STAGES.includes(data.stage)
}

/** Every change of the player's boxes. The list is asked for anew, which has the texts in the language of the page. */
export const lootboxChannels = [
  channel('lootboxes_changes', {
    isFrame: isLootboxFrame,
    apply: (client) => reload(client, [LOOTBOXES]),
    afterGap: [LOOTBOXES],
    afterConnect: [LOOTBOXES],
  }),
]
