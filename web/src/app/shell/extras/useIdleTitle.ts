import { useEffect } from 'react'
import { useBrand } from '@/api/info/brand'
import { t } from '@/i18n/messages'

const FLIP_MS = 2_000

/** While the tab is hidden its title changes between its own and one that calls back. */
export function useIdleTitle(): void {
  const brand = useBrand()
  const call = t('title.come_back', { brand })
  useEffect(() => {
    let own = document.title
    let timer: ReturnType<typeof setInterval> | undefined
    const flip = () => {
      // A page that finished loading meanwhile has put its own title there.
      if (document.title !== call) own = document.title
      document.title = document.title === call ? own : call
    }
    const stop = () => {
      clearInterval(timer)
      timer = undefined
      if (document.title === call) document.title = own
    }
    const follow = () => {
      if (document.visibilityState !== 'hidden') stop()
      else timer ??= setInterval(flip, FLIP_MS)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [call])
}
