/** One measure of a page: milliseconds; without a unit for `CLS`. */
export interface Timing {
  name: 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS' | 'DOM_READY' | 'LOAD'
  value: number
}

/** What the browser measured by the time that the page was whole. A page in the background is painted when somebody turns to it: such a paint says nothing of the page. */
export function loadTimings(entries: PerformanceEntryList, lcp: number | null): Timing[] {
  const timings: Timing[] = []
  const hiddenAt = entries.find(({ entryType, name }) => entryType === 'visibility-state' && name === 'hidden')?.startTime ?? Infinity
  const navigation = entries.find((entry) => entry.entryType === 'navigation') as PerformanceNavigationTiming | undefined
  const paint = entries.find((entry) => entry.name === 'first-contentful-paint')
  if (navigation) {
    timings.push({ name: 'TTFB', value: navigation.responseStart })
    timings.push({ name: 'DOM_READY', value: navigation.domContentLoadedEventEnd })
    timings.push({ name: 'LOAD', value: navigation.loadEventEnd })
  }
  if (paint && paint.startTime < hiddenAt) timings.push({ name: 'FCP', value: paint.startTime })
  if (lcp !== null && lcp < hiddenAt) timings.push({ name: 'LCP', value: lcp })
  return timings
}

const SESSION_GAP_MS = 1_000
const SESSION_MS_MAX = 5_000

/** The layout shift of a page: that of its worst burst, as the field counts it. */
export class ShiftMeter {
  private burst = { sum: 0, beganAt: 0, lastAt: 0 }
  /** The worst so far. */
  worst = 0

  add(value: number, at: number): void {
    const { burst } = this
    const goesOn = at - burst.lastAt < SESSION_GAP_MS && at - burst.beganAt < SESSION_MS_MAX
    this.burst = goesOn && burst.sum > 0 ? { ...burst, sum: burst.sum + value, lastAt: at } : { sum: value, beganAt: at, lastAt: at }
    this.worst = Math.max(this.worst, this.burst.sum)
  }
}

/** Of so many interactions one may be an outlier. */
const PER_OUTLIER = 50

/** How long a page makes its visitor wait after a press: the slowest, less one outlier in every fifty. */
export class InteractionMeter {
  private longest = new Map<number, number>()

  add(interaction: number, durationMs: number): void {
    this.longest.set(interaction, Math.max(durationMs, this.longest.get(interaction) ?? 0))
  }

  /** In milliseconds, of `count` interactions, of which the quick ones were not added; null before the first one that was. */
  value(count = this.longest.size): number | null {
    const sorted = [...this.longest.values()].sort((a, b) => b - a)
    return sorted[Math.floor(count / PER_OUTLIER)] ?? sorted.at(-1) ?? null
  }
}
