import { channel, reload } from '@/api/realtime'
import { isObject } from '@/platform/shapes'
import { CHAT } from './api/chat'

const isChange = (data: unknown): data is { changed: true } => isObject(data) && data.changed === true

/** That the conversation with support has changed: the page reads it anew, for no text is in the frame. */
export const chatChannels = [channel('chat', { isFrame: isChange, apply: (client) => reload(client, [CHAT]), afterGap: [CHAT], afterConnect: [CHAT] })]
