import { t, type MessageKey } from '@/i18n/messages'

/** What the site leads to the form for; an address names it as `topic`. */
const SUBJECTS = { data: 'contact.topic_data', closing: 'contact.topic_closing' } as const satisfies Record<string, MessageKey>

export type ContactTopic = keyof typeof SUBJECTS

/** The subject of a message about `topic`; empty for what is none. Addresses name topics, so that nobody's link puts words into the form. */
export function subjectOf(topic: unknown): string {
  return typeof topic === 'string' && Object.hasOwn(SUBJECTS, topic) ? t(SUBJECTS[topic as ContactTopic]) : ''
}
