import type { Token } from './captcha'

/** What the provider's script offers. */
interface Grecaptcha {
  ready: (whenReady: () => void) => void
  execute: (key: string, options: { action: string }) => Promise<string>
}

declare global {
  interface Window {
    grecaptcha?: Partial<Grecaptcha>
  }
}

/** The provider takes a token for two minutes; it is worth less here, for it has to arrive. */
const TOKEN_MS = 110_000

const SCRIPT_ID = 'recaptcha'

/** Asks for the provider's script, once for each page. */
function loadScript(key: string): void {
  const present = document.getElementById(SCRIPT_ID)
  if (present) return
  const script = document.createElement('script')
  script.id = SCRIPT_ID
  script.async = true
  script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(key)}`
  // Another try asks for it again.
  script.onerror = () => script.remove()
  document.head.append(script)
}

function isReady(provider: Partial<Grecaptcha> | undefined): provider is Grecaptcha {
  return provider?.ready !== undefined && provider.execute !== undefined
}

/** A token of reCAPTCHA; fails while its script is not there. */
export async function recaptchaToken(key: string, now: () => number): Promise<Token> {
  loadScript(key)
  const provider = window.grecaptcha
  if (!isReady(provider)) throw new Error('the script of reCAPTCHA is not there')
  await new Promise<void>((resolve) => provider.ready(resolve))
  return { proof: await provider.execute(key, { action: 'submit' }), expiresAtMs: now() + TOKEN_MS }
}
