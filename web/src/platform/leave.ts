/** Goes to an address of another host in place of the page on show. */
export function leaveTo(url: string): void {
  window.location.replace(url)
}
