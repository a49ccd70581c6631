/** The query of the address with which this page was opened; the router may have changed the address since. */
export function landingSearch(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation && URL.canParse(navigation.name) ? new URL(navigation.name).search : window.location.search
}
