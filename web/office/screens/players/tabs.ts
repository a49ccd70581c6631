/** The parts of a player's page, by their names in the address. */
export const TABS = ['overview', 'payments', 'rounds', 'gifts', 'sessions', 'documents', 'contact', 'notes', 'links'] as const

export type PlayerTab = (typeof TABS)[number]
