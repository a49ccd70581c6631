import type { CDPSession, Page } from '@playwright/test'

/** A passkey that a virtual authenticator holds. */
export interface HeldPasskey {
  credentialId: string
  isResidentCredential: boolean
  rpId: string
  privateKey: string
  userHandle: string
  signCount: number
}

/** An authenticator in the browser, whose holder has been looked at. */
export interface VirtualKey {
  /** What it holds. */
  passkeys: () => Promise<HeldPasskey[]>
  /** Puts a passkey into it, as a copy does. */
  put: (passkey: HeldPasskey) => Promise<void>
  /** From now on it says that it has looked at its holder, or that it could not. */
  verify: (isVerified: boolean) => Promise<void>
}

/** Plugs an authenticator into the browser of `page`. */
export async function plugInKey(page: Page): Promise<VirtualKey> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials as HeldPasskey[],
    put: async (credential) => void (await session.send('WebAuthn.addCredential', { authenticatorId, credential })),
    verify: async (isUserVerified) => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  }
}
