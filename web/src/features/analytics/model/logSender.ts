import type { LogEntry } from '@/platform/log'
import type { SentEntry } from '../api/telemetry'
import { scrub } from './scrub'

const MINUTE_MS = 60_000
/** The server takes 60 a minute from one address; a household may have two browsers. */
const PER_MINUTE = 30

interface LogSenderSource {
  send: (entry: SentEntry) => void
  now: () => number
  sessionId: string
  release: string
}

/** Sends entries of the log, free of secrets: the same one once a minute, and not too many. */
export class LogSender {
  private sentAt: { key: string; at: number }[] = []

  constructor(private readonly source: LogSenderSource) {}

  /** Sends one entry, unless it was told a moment ago or the minute is full. */
  take(entry: LogEntry): void {
    const { now, send, sessionId, release } = this.source
    const clean = { ...entry, message: scrub(entry.message), ...(entry.stack && { stack: scrub(entry.stack) }) }
    const key = `${clean.code} ${clean.message} ${clean.level === 'info' ? clean.trace_id : ''}`
    this.sentAt = this.sentAt.filter(({ at }) => now() - at < MINUTE_MS)
    if (this.sentAt.length >= PER_MINUTE || this.sentAt.some((sent) => sent.key === key)) return
    this.sentAt.push({ key, at: now() })
    send({ ...clean, session_id: sessionId, release })
  }
}
