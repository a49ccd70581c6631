import { useSyncExternalStore } from 'react'
import { Instrument } from '@/platform/instrument'

let instrument: Instrument | undefined

/** The sounds of the site. */
function siteSound(): Instrument {
  return (instrument ??= new Instrument())
}

const subscribe = (listener: () => void) => siteSound().listen(listener)

/** The sounds of the site, and whether the player has them on. */
export function useSiteSound(): { sound: Instrument; isOn: boolean } {
  return {
    sound: siteSound(),
    isOn: useSyncExternalStore(
      subscribe,
      () => siteSound().on,
      () => false,
    ),
  }
}
