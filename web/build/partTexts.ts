import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { faultsOf, namespacesOf, readModules } from './messageUse.ts'

/**
 * Writes into `.vite/texts.json` which namespaces of texts each part of the site needs, by its source file: the server names
 * them to the browser with the modules of the page. Refuses a build in which a part uses texts that it does not load.
 */
export function partTexts(): Plugin {
  let folder = ''
  return {
    name: 'croupier:part-texts',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, '.vite')
    },
    async closeBundle() {
      const modules = readModules()
      const faults = faultsOf(modules)
      if (faults.length > 0) throw new Error(`texts and parts of the site do not fit:\n${faults.join('\n')}`)
      const parts = new Set([...modules.values()].flatMap(({ parts }) => parts.map(({ target }) => target)))
      const texts = [...parts].map((part) => [`src/${part}`, namespacesOf(modules, part)] as const).filter(([, names]) => names.length > 0)
      await mkdir(folder, { recursive: true })
      await writeFile(`${folder}/texts.json`, JSON.stringify(Object.fromEntries(texts)))
    },
  }
}
