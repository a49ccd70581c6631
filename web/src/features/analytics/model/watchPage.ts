import { InteractionMeter, loadTimings, ShiftMeter, type Timing } from './pageTimings'

/** The largest paint may still come for so long after the page is whole. */
const SETTLE_MS = 3_000

/** An interaction or a shift of the layout, as browsers that measure them tell it. */
interface MeasuredEntry extends PerformanceEntry {
  interactionId?: number
  value?: number
  hadRecentInput?: boolean
}

/** Interactions that take less, in milliseconds, are quick: browsers only count them. Their own bound, 104, would leave out what a person feels. */
const INTERACTION_MS_MIN = 40

function observe(type: string, take: (entry: MeasuredEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  const options = { type, buffered: true, durationThreshold: INTERACTION_MS_MIN }
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options)
}

/** How many interactions there were, the quick ones too; undefined where the browser does not count them. */
const interactionCount = () => (performance as { interactionCount?: number }).interactionCount

/**
 * Measures the page and tells it in two parts: how it came, once it is whole, and how it behaved, when the visitor
 * turns away. Browsers keep what happened before, so it may begin late.
 */
export function watchPage(tell: (timings: Timing[]) => void): void {
  if (typeof PerformanceObserver !== 'function') return
  let lcp: number | null = null
  const shifts = new ShiftMeter()
  const interactions = new InteractionMeter()
  observe('largest-contentful-paint', (entry) => {
    lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) shifts.add(entry.value ?? 0, entry.startTime)
  })
  observe('event', (entry) => {
    if (entry.interactionId) interactions.add(entry.interactionId, entry.duration)
  })
  setTimeout(() => {
    const timings = loadTimings(performance.getEntries(), lcp)
    if (timings.length > 0) tell(timings)
  }, SETTLE_MS)

  let wasSent = false
  const turnAway = () => {
    if (document.visibilityState !== 'hidden' || wasSent) return
    wasSent = true
    const inp = interactions.value(interactionCount())
    tell([{ name: 'CLS', value: shifts.worst }, ...(inp === null ? [] : [{ name: 'INP' as const, value: inp }])])
  }
  document.addEventListener('visibilitychange', turnAway)
}
