import type { QueryClient } from '@tanstack/react-query'
import { onPaymentChange } from '@/api/session/payments'
import { projectQuery } from '@/api/info/reference'
import { playerQuery } from '@/api/session/player'
import { whenCookiesAccepted } from '@/platform/consent'
import { landingSearch } from '@/platform/landingSearch'
import { deliverLog } from '@/platform/log'
import { deliverConversions, trackConversion, type Conversion } from '@/domain/conversions'
import { markInstallation } from '@/platform/installation'
import { keepLandingCodes } from '@/domain/promoCodes'
import { randomHex } from '@/platform/random'
import { deliverRefusedForms } from '@/platform/refusedForms'
import { readStored, writeStored } from '@/platform/stored'
import { traceId } from '@/platform/trace'
import { countDeposits } from '../api/countDeposits'
import { requestPixel, sendLogEntry, sendNetwork, sendRefusedForm, sendTimings, sendUtmSend, sendUtmSet, type NetworkEstimate } from '../api/telemetry'
import { keepArrival, keepReferrer, keptMarks } from './arrival'
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

/** Begins to tell the operator how the visit goes: failures at once, all that only measures once cookies are accepted. */
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
  // The operator knows this browser from now on: its variants of A/B tests are its own.
  markInstallation(() => void client.invalidateQueries({ queryKey: projectQuery.queryKey }))
  keepLandingCodes()
  void keepReferrer(document.referrer, window.location.host)
  whenCookiesAccepted(() => {
    watchFirstDeposit(client)
    if (Object.keys(marks).length > 0) sendUtmSet(marks)
    deliverConversions(sendToCampaign)
    watchPage((timings) => sendTimings(traceId(), timings))
    sendNetworkEstimate()
    if (!import.meta.env.PROD) return
    requestPixel('page_view', visitorId())
    void loadOutsideScripts(client)
  })
}

/** Something came of the visit: the campaign that brought it and the pixel learn of it. */
function sendToCampaign(conversion: Conversion): void {
  const marks = keptMarks()
  if (marks) sendUtmSend(marks)
  if (import.meta.env.PROD && conversion !== 'sign_in') requestPixel(conversion, visitorId())
}

/** Names the player whose first deposit was told of from this browser. */
const FIRST_DEPOSIT_KEY = 'first_deposit'
const device = () => window.localStorage

/** A deposit that succeeds is the first one when the operator counts no other. Its counts may lag, so each player's is told once. */
function watchFirstDeposit(client: QueryClient): void {
  let toldOf: string | null = null
  onPaymentChange((payment) => {
    if (payment.action !== 'deposit' || payment.state !== 'succeeded') return
    const player = String(client.getQueryData(playerQuery.queryKey)?.id)
    if (player === toldOf || player === readStored(device, FIRST_DEPOSIT_KEY)) return
    countDeposits().then(
      (deposits) => {
        if (deposits > 1 || player === toldOf) return
        toldOf = player
        writeStored(device, FIRST_DEPOSIT_KEY, player)
        trackConversion('first_deposit')
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

function sendNetworkEstimate(): void {
  const { connection } = navigator as Navigator & { connection?: Partial<NetworkEstimate> }
  if (connection?.rtt === undefined || connection.downlink === undefined || connection.effectiveType === undefined) return
  sendNetwork(connection as NetworkEstimate)
}
