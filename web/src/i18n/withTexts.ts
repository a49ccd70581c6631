import type { Namespace } from './keys'
import { loadNamespaces } from './loadMessages'

/**
 * `load` imports a part of the site; the answer imports it together with the texts of `namespaces`, at the same time. It is
 * there once both are, so that nothing is shown without its words. `build/messageUse.ts` holds the names to what the part uses.
 */
export function withTexts<Part>(namespaces: readonly Namespace[], load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([load(), loadNamespaces(namespaces)])
    return part
  }
}
