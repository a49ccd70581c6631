import { useRouter } from '@tanstack/react-router'

interface KnownRoute {
  options: { component?: unknown; beforeLoad?: unknown }
}

/**
 * Whether the site has a screen at `path`. What leads there (a gift in the header, a bookmark, support) is
 * shown from the day on which the screen is built, and not a day before.
 */
export function useRouteExists(path: string): boolean {
  const { routesByPath } = useRouter()
  const route = (routesByPath as Record<string, KnownRoute | undefined>)[path]
  // An address without a component of its own only leads on to another.
  return route?.options.component !== undefined
}
