/** What the server answers with a file, and no page. */
const OF_FILES = /^\/(?:media|texts|assets)\/|\.\w+$/

/** The address of the site's page that a link leads to; undefined for other hosts, files, and what opens elsewhere. */
export function pageOf(link: HTMLAnchorElement): string | undefined {
  const href = link.getAttribute('href') ?? ''
  const isElsewhere = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')
  // "//host" and "/\host" are addresses of another host.
  if (isElsewhere || !/^\/(?![/\\])/.test(href)) return undefined
  const path = href.split(/[?#]/)[0] ?? ''
  return OF_FILES.test(path) ? undefined : href
}
