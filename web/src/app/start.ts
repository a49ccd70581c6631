import '@/styles/app.css'

/** The modules and texts that the page needs, named by the server. */
const MODULES = 'croupier:modules'
/** A page in a hidden tab is not painted: then nothing is waited for longer than this. */
const WAIT_MS_MAX = 1_000

/**
 * The server sends the page as it is seen first, so the line belongs to its styles, fonts and pictures: the
 * scripts, many times their weight, are asked for once something has been seen.
 */
function afterFirstPaint(then: () => void): void {
  const isEmpty = document.getElementById('root')?.firstElementChild === null
  if (isEmpty || document.visibilityState === 'hidden') {
    then()
    return
  }
  const observer = new PerformanceObserver(go)
  const timer = setTimeout(go, WAIT_MS_MAX)
  function go() {
    observer.disconnect()
    clearTimeout(timer)
    then()
  }
  observer.observe({ type: 'paint', buffered: true })
}

afterFirstPaint(() => {
  const modules = document.querySelector<HTMLMetaElement>(`meta[name="${MODULES}"]`)?.content.split(' ') ?? []
  for (const href of modules) {
    const link = document.createElement('link')
    if (href.endsWith('.json')) Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' })
    else link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import('./main')
})
