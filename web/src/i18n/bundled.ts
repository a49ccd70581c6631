import type { Namespace } from './keys'

const FOLDER = '../../../content/messages/en/'
const files = import.meta.glob<Record<string, string>>('../../../content/messages/en/*.json', { import: 'default' })

/** The English texts of `namespace` that the build holds, for pages that the server gives none. */
export async function bundledTexts(namespace: Namespace): Promise<Record<string, string>> {
  const load = files[`${FOLDER}${namespace}.json`]
  if (!load) throw new Error(`the build holds no texts ${namespace}`)
  return load()
}
