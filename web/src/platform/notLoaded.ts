/** The server writes it beneath every page, in the page's language and hidden (`server/src/site/not_loaded.rs`). */
const NOTICE = 'not-loaded'

/** The site's scripts run: `public/startup/check.js`, which comes after them, looks for this. */
export function markScriptsRun(): void {
  document.documentElement.dataset.scripts = 'run'
}

/** Says that the page has not loaded, and offers to load it anew: what the server painted looks alive and is not. */
export function showNotLoaded(): void {
  document.getElementById(NOTICE)?.removeAttribute('hidden')
}
