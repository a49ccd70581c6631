import { request } from '@/api/client'
import type { LogEntry } from '@/lib/log'
import type { RefusedForm } from '@/lib/refusedForms'
import type { UtmMarks } from '../model/campaign'
import type { Timing } from '../model/pageTimings'

/** Tells the house something beside the visit. Nobody waits for it, and a failure is nobody's business. */
function tell(method: 'PUT' | 'POST', path: string, body: object): void {
  request(method, path, { body, telemetry: true }).catch(() => undefined)
}

/** An entry as the server takes it. */
export type SentEntry = LogEntry & { session_id: string; release: string }

export const sendLogEntry = (entry: SentEntry) => tell('PUT', '/log', entry)

export const sendTimings = (trace: string, timings: readonly Timing[]) => tell('PUT', '/performance', { trace_id: trace, timings })

/** What a browser thinks of its network, in the words of its own interface. */
export interface NetworkEstimate {
  rtt: number
  downlink: number
  effectiveType: string
}

export const sendNetwork = ({ rtt, downlink, effectiveType }: NetworkEstimate) =>
  tell('PUT', '/network-performance', { rtt, downlink, effectiveType })

export const sendRefusedForm = ({ side, component, errors }: RefusedForm) =>
  tell('PUT', '/metrics-errors-validation', { side, component, errors })

/** Marks came with an address. */
export const sendUtmSet = (utmMetrics: UtmMarks) => tell('POST', '/log_utm_set', { utmMetrics })

/** Something came of the marks. */
export const sendUtmSend = (utmMetrics: UtmMarks) => tell('POST', '/log_utm_send', { utmMetrics })

/** Asks for the house's own tracking pixel. */
export function requestPixel(event: 'page_view' | 'sign_up' | 'first_deposit', visitor: string): void {
  new Image().src = `/pixel.gif?${new URLSearchParams({ event, visitor }).toString()}`
}
