import { projectQuery } from '@/api/info/reference'
import { channel, reload } from '@/api/realtime'
import { isObject } from '@/platform/shapes'

interface FeaturesFrame {
  features: 'changed'
}

const isFeaturesFrame = (data: unknown): data is FeaturesFrame => isObject(data) && data.features === 'changed'

/** That staff has changed a switch: how it stands for this visitor is read with the settings of the operator. */
export const flagChannels = [
  channel('features_changes', {
    isFrame: isFeaturesFrame,
    apply: (client) => reload(client, [projectQuery.queryKey]),
  }),
]
