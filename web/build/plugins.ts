import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt|map)$/
/** Below this a compressed copy saves less than a packet. */
const COMPRESS_FROM_BYTES = 1024

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'croupier:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.write ? resolve(config.root, config.build.outDir) : ''
    },
    async closeBundle() {
      if (!outDir) return
      const files = await readdir(outDir, { recursive: true, withFileTypes: true })
      await Promise.all(files.filter((file) => file.isFile() && COMPRESSIBLE.test(file.name)).map((file) => compressBeside(join(file.parentPath, file.name))))
    },
  }
}

async function compressBeside(path: string): Promise<void> {
  const bytes = await readFile(path)
  // index.html is a template that the server fills in, so a compressed copy would be stale.
  if (bytes.length < COMPRESS_FROM_BYTES || path.endsWith('index.html')) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** The two faces that the first paint of every page needs. */
const PRELOADED_FONTS = /(sora|inter)-latin-(?!ext)[\w-]+\.woff2$/

/** Adds a preload for the Latin fonts to index.html under their hashed names. */
export function preloadFonts(): Plugin {
  return {
    name: 'croupier:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => PRELOADED_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          })),
    },
  }
}

const KIT_TEXTS = /react-(?:aria|stately|aria-components)\/dist\/.*\/([a-z]{2}-[A-Z]{2})\.mjs$/

/** Leaves out the component library's own texts in languages that the site does not offer: they weigh more than its code. */
export function onlyLocales(offered: string[]): Plugin {
  return {
    name: 'croupier:only-locales',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const locale = KIT_TEXTS.exec(id)?.[1]
      return locale && !offered.includes(locale) ? 'export default {}' : null
    },
  }
}

const DEFAULT_LOCALE = /react-aria\/dist\/private\/i18n\/useDefaultLocale\.\w+$/

/**
 * Leaves out how react-aria finds the browser's language. It asks `Intl` for all that it speaks as soon as the module
 * is there, which takes a phone a tenth of a second; `App` always names the language, so the answer is never used.
 */
export function givenLocale(): Plugin {
  return {
    name: 'croupier:given-locale',
    apply: 'build',
    load: {
      filter: { id: DEFAULT_LOCALE },
      handler: () => `
        const locale = { locale: 'en-US', direction: 'ltr' }
        export const getDefaultLocale = () => locale
        export const useDefaultLocale = () => locale
      `,
    },
  }
}
