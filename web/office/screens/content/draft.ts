import type { ContentDocument, Permission } from '../../api/types'

/** What a writer has seen of a document: saving names it, so that nothing newer is lost. */
export interface Seen {
  /** The version in force; 0 is the folder's. */
  base: number
  /** The revision of the draft; 0 without one. */
  revision: number
  text: string
}

/** What there is to write on: the draft, or else what is in force. */
export function textOf({ draft, in_force }: ContentDocument): string {
  return (draft ? draft.body : in_force.body) ?? ''
}

export function seenOf(document: ContentDocument): Seen {
  return { base: document.in_force.version, revision: document.draft?.revision ?? 0, text: textOf(document) }
}

/** Whether the document has been saved or published since it was seen. */
export function isNewer(document: ContentDocument, { base, revision }: Seen): boolean {
  return document.in_force.version !== base || (document.draft?.revision ?? 0) !== revision
}

/** What writing in a document of `group` takes, or publishing it. */
export function permissionFor(step: 'edit' | 'publish', group: ContentDocument['group']): Permission {
  const part = group === 'promotions' || group === 'risk' ? group : 'content'
  return `${part}.${step}`
}
