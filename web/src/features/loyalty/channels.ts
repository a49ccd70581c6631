import { channel } from '@/api/realtime'
import { hasAmounts, isObject } from '@/lib/shapes'
import { compPointsQuery, patchPoints, type PointsFrame } from './api/points'

function isPoints(data: unknown): data is PointsFrame {
  return isObject(data) && hasAmounts(data, 'points', 'total_points')
}

/** The player's comp points. */
export const loyaltyChannels = [channel('comps_award', { isFrame: isPoints, apply: patchPoints, afterGap: [compPointsQuery.queryKey] })]
