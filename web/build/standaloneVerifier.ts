import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FOLDER = fileURLToPath(new URL('../verify/', import.meta.url))
/** In the order in which one needs the other. */
const SCRIPTS = ['hash.js', 'stream.js', 'slots.js', 'round.js'] as const
const MARK = '/* verify.js */'

/** The verifier as one HTML file: the page with its scripts in it, their imports and exports left out. */
export function verifierPage(): string {
  const page = readFileSync(`${FOLDER}page.html`, 'utf8')
  const scripts = SCRIPTS.map((name) =>
    readFileSync(FOLDER + name, 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return page.replace(MARK, () => `'use strict'\n\n${scripts.join('\n').trim()}`)
}

/** Puts the verifier that players save and run without us beside the built site. */
export function standaloneVerifier(): Plugin {
  return {
    name: 'croupier:standalone-verifier',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify/verify.html', source: verifierPage() })
    },
  }
}
