import { channel, reload } from '@/api/realtime'
import { playerQuery } from '@/api/session/player'
import { isObject } from '@/platform/shapes'
import { documentsQuery } from './api/documents'
import { wealthQuery } from './api/wealth'

function isChange(data: unknown): data is { changed: true } {
  return isObject(data) && data.changed === true
}

/** What a decision of staff changes: the documents, what is asked of the player's wealth, and what the player's own data say of both. */
const DECIDED = [documentsQuery.queryKey, wealthQuery.queryKey, playerQuery.queryKey]

/** The player's documents. */
export const verificationChannels = [channel('documents_changes', { isFrame: isChange, apply: (client) => reload(client, DECIDED), afterGap: DECIDED })]
