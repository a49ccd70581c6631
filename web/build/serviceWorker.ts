import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const MESSAGES = at('../../content/messages')
const WORKER = at('../worker/serviceWorker.ts')
const OFFLINE_PAGE = at('../worker/offline.html')

/** Writes the service worker (`sw.js`) and the offline page in every language that has texts of its own. */
export function serviceWorker(): Plugin {
  let outDir = ''
  let entry = ''
  return {
    name: 'croupier:service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle(_options, bundle) {
      entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? ''
    },
    closeBundle: {
      // Before the copies are compressed.
      order: 'pre',
      sequential: true,
      async handler() {
        const languages = await writeOfflinePages(join(outDir, 'offline'))
        await writeWorker(outDir, basename(entry), languages)
      },
    },
  }
}

/** Answers the languages written. */
async function writeOfflinePages(folder: string): Promise<string[]> {
  const template = await readFile(OFFLINE_PAGE, 'utf8')
  const languages: string[] = []
  await mkdir(folder, { recursive: true })
  for (const language of (await readdir(MESSAGES)).sort()) {
    const texts = await readFile(join(MESSAGES, language, 'visit.json'), 'utf8').catch(() => null)
    if (texts === null) continue
    const messages = JSON.parse(texts) as Record<string, string>
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'lang' ? language : escaped(messages[`offline_page.${name}`] ?? '')))
    await writeFile(join(folder, `${language}.html`), filled)
    languages.push(language)
  }
  return languages
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * `mark` tells builds apart. The name of the first script does: it holds a hash of its content, in which the names of
 * all others stand.
 */
async function writeWorker(outDir: string, mark: string, languages: string[]): Promise<void> {
  await build({
    configFile: false,
    root: at('..'),
    logLevel: 'error',
    publicDir: false,
    define: { BUILD: JSON.stringify(mark), OFFLINE_LANGUAGES: JSON.stringify(languages) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input: WORKER, output: { entryFileNames: 'sw.js' } },
    },
  })
}
