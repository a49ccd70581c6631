/** What the screen of a modal address (`/sign-in`, `/deposit`, …) is given. */
export interface ModalProps {
  /** Path of the modal's own address, for screens that serve several. */
  path: string
  /** Search parameters of the modal's own address. */
  search: Record<string, string>
  /** Back to the page beneath. */
  close: () => void
  /** Closes and opens an address of this site instead of the page beneath. */
  leaveTo: (href: string) => void
}
