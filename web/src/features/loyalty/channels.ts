import type { QueryClient } from '@tanstack/react-query'
import { channel } from '@/api/realtime'
import { hasAmounts, isObject } from '@/platform/shapes'
import { LEVEL_GIFTS, reloadAfterLevel } from './api/levels'
import { compPointsQuery, patchPoints, type PointsFrame } from './api/points'

function isPoints(data: unknown): data is PointsFrame {
  return isObject(data) && hasAmounts(data, 'points', 'total_points')
}

function applyPoints(client: QueryClient, frame: PointsFrame): void {
  const before = client.getQueryData(compPointsQuery.queryKey)?.persistent.points
  patchPoints(client, frame)
  reloadAfterLevel(client, before, frame.total_points)
}

/** The player's comp points, and the level that follows them. */
export const loyaltyChannels = [channel('comps_award', { isFrame: isPoints, apply: applyPoints, afterGap: [compPointsQuery.queryKey, LEVEL_GIFTS] })]
