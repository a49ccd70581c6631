import { Realtime } from '@/features/realtime/components/Realtime'
import { CHANNELS } from './channels'

/** The connection with all channels of the site. */
export function SiteRealtime() {
  return <Realtime channels={CHANNELS} />
}
