import type { Medium } from '../../api/types'
import { languageOf } from '../documentAddresses'

/** Signs that Markdown takes for its own within a text of a link. */
const escaped = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&')

/** How the document at `path` names a medium: a list as a text in quotes, a page as a picture or a link. */
export function namedIn(path: string, format: 'markdown' | 'toml', medium: Pick<Medium, 'address' | 'alts' | 'file_type' | 'name'>): string {
  // The list of files names them below the folder of media.
  if (path === 'files.toml') return `"${medium.address.replace('/media/', '')}"`
  if (format === 'toml') return `"${medium.address}"`
  if (medium.file_type === 'pdf') return `[${escaped(medium.name)}](${medium.address})`
  const alt = medium.alts[languageOf(path) ?? 'en'] ?? medium.alts.en ?? ''
  return `![${escaped(alt)}](${medium.address})`
}
