/** The languages in which the site can be looked at, by the beginning of their addresses. */
export const SITE_LANGUAGES = ['en-CA', 'de', 'fr-CA', 'no', 'it', 'et', 'en', 'en-AU', 'en-NZ', 'en-KW'] as const
