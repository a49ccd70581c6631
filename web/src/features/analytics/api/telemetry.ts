import { request, type Body } from '@/api/client'
import type { LogEntry } from '@/platform/log'
import type { RefusedForm } from '@/platform/refusedForms'
import type { UtmMarks } from '../model/campaign'
import type { Timing } from '../model/pageTimings'

/** A call that tells something beside the visit. Nobody waits for it, and a failure is nobody's business. */
function inPassing(call: Promise<unknown>): void {
  call.catch(() => undefined)
}

/** An entry as the server takes it. */
export type SentEntry = LogEntry & { session_id: string; release: string }

export const sendLogEntry = (entry: SentEntry) => inPassing(request('PUT', '/log', { body: entry, telemetry: true }))

export const sendTimings = (trace: string, timings: readonly Timing[]) =>
  inPassing(request('PUT', '/performance', { body: { trace_id: trace, timings: [...timings] }, telemetry: true }))

/** What a browser thinks of its network, in the words of its own interface. */
export type NetworkEstimate = Body<'PUT', '/network-performance'>

export const sendNetwork = ({ rtt, downlink, effectiveType }: NetworkEstimate) =>
  inPassing(request('PUT', '/network-performance', { body: { rtt, downlink, effectiveType }, telemetry: true }))

export const sendRefusedForm = ({ side, component, errors }: RefusedForm) =>
  inPassing(request('PUT', '/metrics-errors-validation', { body: { side, component, errors }, telemetry: true }))

/** Marks came with an address. */
export const sendUtmSet = (utmMetrics: UtmMarks) => inPassing(request('POST', '/log_utm_set', { body: { utmMetrics }, telemetry: true }))

/** Something came of the marks. */
export const sendUtmSend = (utmMetrics: UtmMarks) => inPassing(request('POST', '/log_utm_send', { body: { utmMetrics }, telemetry: true }))

/** Asks for the operator's own tracking pixel. */
export function requestPixel(event: 'page_view' | 'sign_up' | 'first_deposit', visitor: string): void {
  new Image().src = `/pixel.gif?${new URLSearchParams({ event, visitor }).toString()}`
}
