import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const MESSAGES = at('../src/i18n/messages.tsx')
const MARKED_MESSAGES = at('../src/app/prerender/messages.tsx')

/** A folder for each language of the operator. */
const LANGUAGES = at('../../content/messages')

/**
 * Renders every kind of page once, with marks where visits differ, into `.vite/prerender.json`, and writes into
 * `.vite/money-forms.json` how languages write amounts. The server fills the pages in and sends them: what is seen first
 * waits for no script.
 */
export function prerender(alias: Record<string, string>): Plugin {
  let out = ''
  return {
    name: 'croupier:prerender',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir
    },
    async closeBundle() {
      const server = await createServer({
        configFile: false,
        root: at('..'),
        logLevel: 'error',
        appType: 'custom',
        server: { middlewareMode: true, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true },
        resolve: { alias },
        plugins: [react(), markedMessages()],
      })
      try {
        const { PAGE_NAMES } = await load(server)
        const paints: Record<string, object> = {}
        for (const name of PAGE_NAMES) {
          const guest = await (await load(server)).prerender(name, false)
          paints[name] = { guest, player: await (await load(server)).prerender(name, true) }
        }
        await mkdir(`${out}/.vite`, { recursive: true })
        await writeFile(`${out}/.vite/prerender.json`, JSON.stringify(paints))
        const { moneyForm } = (await server.ssrLoadModule('/src/app/prerender/moneyForms.ts')) as { moneyForm: (locale: string) => object }
        const languages = await readdir(LANGUAGES)
        await writeFile(`${out}/.vite/money-forms.json`, JSON.stringify(Object.fromEntries(languages.map((locale) => [locale, moneyForm(locale)]))))
      } finally {
        await server.close()
      }
    },
  }
}

interface Pages {
  PAGE_NAMES: string[]
  prerender: (name: string, isPlayer: boolean) => Promise<object>
}

/** Loads the site afresh. */
async function load(server: ViteDevServer): Promise<Pages> {
  server.moduleGraph.invalidateAll()
  return (await server.ssrLoadModule('/src/app/prerender/pages.tsx')) as Pages
}

/** Texts become marks: see `src/app/prerender/messages.tsx`. */
function markedMessages(): Plugin {
  return {
    name: 'croupier:marked-messages',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved?.id === MESSAGES ? MARKED_MESSAGES : resolved
    },
  }
}
