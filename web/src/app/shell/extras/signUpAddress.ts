import { useLocation } from '@tanstack/react-router'
import { modalsOf } from '@/routes/modals'

const SIGN_UP_PATHS = new Set(['/sign-up', '/registration', '/sport/registration'])

/** Whether an address, or a modal that is open over it, is one where visitors sign up. */
export function isSignUp(pathname: string, hash: string, modal: string | undefined): boolean {
  return hash === 'sign-up' || SIGN_UP_PATHS.has(pathname) || modalsOf(modal).some(({ path }) => SIGN_UP_PATHS.has(path))
}

/** Whether the visitor is signing up: then nothing else asks for anything. */
export function useIsSigningUp(): boolean {
  return useLocation({
    select: ({ pathname, hash, search }) => isSignUp(pathname, hash.replace(/^#/, ''), search.modal),
  })
}
