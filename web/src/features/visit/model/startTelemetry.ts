import type { QueryClient } from '@tanstack/react-query'
import { onPaymentChange } from '@/api/session/payments'
import { whenCookiesAccepted } from '@/lib/consent'
import { deliverLog } from '@/lib/log'
import { deliverMoments, tellMoment, type Moment } from '@/lib/moments'
import { randomHex } from '@/lib/random'
import { deliverRefusedForms } from '@/lib/refusedForms'
import { readStored, writeStored } from '@/lib/stored'
import { traceId } from '@/lib/trace'
import { countDeposits } from '../api/countDeposits'
import {
  requestPixel,
  sendLogEntry,
  sendNetwork,
  sendRefusedForm,
  sendTimings,
  sendUtmSend,
  sendUtmSet,
  type NetworkEstimate,
} from '../api/telemetry'
import { keepArrival, keepReferrer, keptMarks, landingSearch } from './arrival'
import { LogSender } from './logSender'
import { loadOutsideScripts } from './outsideScripts'
import { watchPage } from './watchPage'

/** Names this browser's visit to the tracking pixel. */
const VISITOR_KEY = 'visitor'
const session = () => window.sessionStorage

/** The build, told by the name of this module's file. */
function releaseOf(moduleUrl: string): string {
  return new URL(moduleUrl).pathname.split('/').at(-1) ?? ''
}

/** Begins to tell the house how the visit goes: failures at once, all that only measures once cookies are accepted. */
export function startTelemetry(client: QueryClient): void {
  const sender = new LogSender({
    send: sendLogEntry,
    now: () => Date.now(),
    sessionId: randomHex(16),
    release: releaseOf(import.meta.url),
  })
  deliverLog((entry) => sender.take(entry))
  deliverRefusedForms(sendRefusedForm)
  const marks = keepArrival(landingSearch())
  void keepReferrer(document.referrer, window.location.host)
  watchFirstDeposit()
  whenCookiesAccepted(() => {
    if (Object.keys(marks).length > 0) sendUtmSet(marks)
    deliverMoments(tellCampaign)
    watchPage((timings) => sendTimings(traceId(), timings))
    tellNetwork()
    if (!import.meta.env.PROD) return
    requestPixel('page_view', visitorId())
    void loadOutsideScripts(client)
  })
}

/** Something came of the visit: the campaign that brought it and the pixel learn of it. */
function tellCampaign(moment: Moment): void {
  const marks = keptMarks()
  if (marks) sendUtmSend(marks)
  if (import.meta.env.PROD && moment !== 'sign_in') requestPixel(moment, visitorId())
}

/** A deposit that succeeds is the first one when the house counts no other. */
function watchFirstDeposit(): void {
  onPaymentChange((payment) => {
    if (payment.action !== 'deposit' || payment.state !== 'succeeded') return
    countDeposits().then(
      (deposits) => {
        if (deposits <= 1) tellMoment('first_deposit')
      },
      // The call has written its failure to the log.
      () => undefined,
    )
  })
}

function visitorId(): string {
  const known = readStored(session, VISITOR_KEY)
  if (known) return known
  const id = randomHex(16)
  writeStored(session, VISITOR_KEY, id)
  return id
}

function tellNetwork(): void {
  const { connection } = navigator as Navigator & { connection?: Partial<NetworkEstimate> }
  if (connection?.rtt === undefined || connection.downlink === undefined || connection.effectiveType === undefined) return
  sendNetwork(connection as NetworkEstimate)
}
