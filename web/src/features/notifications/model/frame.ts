import type { PlayerNotification } from '@/api/types'
import { hasTexts, isObject } from '@/platform/shapes'
import { LIFE_MS } from './kept'

/** A notification as the socket carries it. */
export type NotificationFrame = Omit<PlayerNotification, 'expiry' | 'groups' | 'created_at' | 'read'> & {
  /** Without it, the notification expires two hours after it has come. */
  expiry?: string | null
  groups?: number[]
  created_at?: string
}

const isFilled = (text: unknown) => typeof text === 'string' && text.trim() !== ''
const isAbsent = (value: unknown) => value === undefined || value === null
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

function isContent(data: unknown): boolean {
  if (!isObject(data) || !hasTexts(data, 'icon')) return false
  return isAbsent(data.button) || (isObject(data.button) && hasTexts(data.button, 'title', 'path'))
}

/** Staff have taken back what they have sent as this campaign. */
export interface WithdrawnFrame {
  type: 'withdrawn'
  campaign: string
}

export function isWithdrawnFrame(data: unknown): data is WithdrawnFrame {
  return isObject(data) && data.type === 'withdrawn' && hasTexts(data, 'campaign')
}

/** Notifications of staff, and of tournaments. */
const TYPES: unknown[] = ['personal', 'tournament']

/** Whether a frame is a notification with something to read. */
export function isNotificationFrame(data: unknown): data is NotificationFrame {
  if (!isObject(data) || !hasTexts(data, 'id') || !TYPES.includes(data.type)) return false
  const { title, text, content, expiry, groups, created_at } = data
  if (!isFilled(title) || !isFilled(text) || !isContent(content)) return false
  const hasGroups = isAbsent(groups) || (Array.isArray(groups) && groups.every(Number.isSafeInteger))
  return hasGroups && (isAbsent(expiry) || isTime(expiry)) && (isAbsent(created_at) || isTime(created_at))
}

/** The notification of a frame that came at `now` (Unix milliseconds). */
export function arrived(frame: NotificationFrame, now: number): PlayerNotification {
  const { expiry, groups, created_at } = frame
  return {
    ...frame,
    expiry: expiry ?? new Date(now + LIFE_MS).toISOString(),
    groups: groups ?? [],
    created_at: created_at ?? new Date(now).toISOString(),
    read: false,
  }
}
