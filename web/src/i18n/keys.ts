import type { english } from './english'

/** Every text of the site. English is the source: a key that is missing there does not compile. */
export type MessageKey = keyof typeof english
