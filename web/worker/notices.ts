/** A notice as the operator writes it. */
export interface Notice {
  title: string
  body: string
  /** The language of both. */
  lang: string
  /** Of two with the same mark, the later takes the place of the earlier. */
  tag: string
  /** Where a click leads, on this site. */
  path: string
}

/** The notice in a message, or null when it holds none. */
export function noticeIn(message: unknown): Notice | null {
  if (typeof message !== 'object' || message === null) return null
  const { title, body, lang, tag, path } = message as Partial<Record<keyof Notice, unknown>>
  const isWhole = [title, body, lang, tag, path].every((part) => typeof part === 'string')
  return isWhole ? (message as Notice) : null
}

/** The window in which a notice is opened: the one in use, or any; never one with a game, whose round would be left. */
export function windowFor<Window extends { url: string; focused: boolean }>(windows: readonly Window[]): Window | undefined {
  const free = windows.filter(({ url }) => !/\/play\//.test(new URL(url).pathname))
  return free.find(({ focused }) => focused) ?? free[0]
}

/** The address that `path` leads to: on this site, whatever it says. */
export function addressOf(path: unknown, origin: string): string {
  const url = new URL(typeof path === 'string' ? path : '/', origin)
  return url.origin === origin ? url.href : `${origin}/`
}
