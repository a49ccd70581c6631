import type { ChatStart } from './start'

/** What the operator's script puts on the page as `window.croupierChatWidget`. */
export interface OutsideWidget {
  /** Opens the widget for this visitor. It goes on with `restoreId`, and hands a new one to `keepRestoreId`. */
  open: (start: ChatStart & { restoreId: string | null; keepRestoreId: (restoreId: string) => void }) => void
}

declare global {
  interface Window {
    croupierChatWidget?: OutsideWidget
  }
}

let loading: Promise<OutsideWidget> | undefined

/** The widget that the script at `url` brings; the script is loaded once, and again after a failure. */
export function outsideWidget(url: string, page: Document = document): Promise<OutsideWidget> {
  loading ??= load(url, page).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function load(url: string, page: Document): Promise<OutsideWidget> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => {
      const widget = window.croupierChatWidget
      if (widget) resolve(widget)
      else reject(new Error('The script has brought no chat widget'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('The script of the chat widget did not come'))
    }
    page.head.append(script)
  })
}
