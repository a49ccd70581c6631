import table from '@content/addresses.json'

// The addresses that are data: the server reads the same file (`server/src/site/addresses.rs`), so that both
// sides of the site always know the same ones.

/** Who may open an address. */
export type Guard = 'anyone' | 'guest' | 'player'

/** A page that is opened and closed without a new build of the site. */
export interface SwitchedPage {
  /** What it is called where menus and mails name it. */
  name: string
  path: string
  /** Its name in the operator's list of promotion pages; a page without one is not in that list. */
  page?: string
  /** The switch of the operator that it hangs on. */
  feature?: string
  guard?: Guard
  /** Whether the operator has the page at all. One that it does not have yet counts as switched off. */
  built?: boolean
  /** Where a visitor of the closed page is led instead; the promotions when it says nothing. */
  instead?: string
}

/** Paths that lead to another one for good. */
export const MOVED: Record<string, string> = table.moved
/** Where guests sign in or up and come back to another page; players are led to the lobby. */
export const ENTRIES: Record<string, { to: string; back: string }> = table.entries
/** Beginnings of paths that stand for another beginning. */
export const ALIASES: Record<string, string> = table.aliases
/** Who may open which modal, by the path of its address. */
export const MODAL_GUARDS = table.modals as Record<string, Guard>
/** Modals by the name under which `/popup/{name}` opens them. */
export const POPUPS: Record<string, string> = table.popups
export const SWITCHED_PAGES: SwitchedPage[] = table.switched as SwitchedPage[]

/** The page of the list that is called `name`. */
export function switchedPage(name: string): SwitchedPage {
  const page = SWITCHED_PAGES.find((switched) => switched.name === name)
  if (!page) throw new Error(`no page is called ${name}`)
  return page
}

const PATHS: Record<string, string> = {
  ...table.names,
  ...Object.fromEntries(SWITCHED_PAGES.map(({ name, path }) => [name, path])),
}

/** The path of a named route, such as `/payments` of `PaymentsPage`; undefined when no route is called so. */
export function pathOf(name: string): string | undefined {
  return PATHS[name]
}

/** Who may open a path of the table; anyone when it says nothing. */
export function guardOf(path: string): Guard {
  return MODAL_GUARDS[path] ?? SWITCHED_PAGES.find((page) => page.path === path)?.guard ?? 'anyone'
}
