// Deferred scripts run in their order: by the time this one does, the site's own has run (`src/app/start.ts`) or never will.
if (document.documentElement.dataset.scripts !== 'run') document.getElementById('not-loaded')?.removeAttribute('hidden')
