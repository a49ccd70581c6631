/** The browser's part of passkeys: it makes them, and shows them, by what the server asks in JSON. */

/** The player has shown no passkey, or the browser has none that fits. */
export class PasskeyError extends Error {}

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
}

/** Whether this browser offers passkeys in a field of a form. */
export async function offersPasskeysInForms(): Promise<boolean> {
  return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

function answered(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('no passkey')
  return credential.toJSON() as object
}

/** What the browser refuses, and what its player gives up, is no answer of the server. */
function refused(error: unknown): never {
  throw error instanceof DOMException ? new PasskeyError(error.name) : error
}

/** Makes a passkey. */
export async function makePasskey(options: object): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return answered(await navigator.credentials.create({ publicKey }).catch(refused))
}

/** Shows a passkey; `inForm` waits until the player picks one in a field of the page, or `signal` ends it. */
export async function showPasskey(options: object, { inForm = false, signal }: { inForm?: boolean; signal?: AbortSignal } = {}): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const mediation = inForm ? 'conditional' : 'optional'
  return answered(await navigator.credentials.get({ publicKey, mediation, signal }).catch(refused))
}
