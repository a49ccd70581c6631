import { ApiError } from '@/api/errors'

/** Whether the server has looked at a code and refused it; 429 says that it has not looked. */
export const isRefusedCode = (error: unknown): boolean => error instanceof ApiError && (error.status === 422 || error.status === 404)

/** What is known when a visitor comes to the lobby. */
export interface Landing {
  isPlayer: boolean
  /** The codes that an address of this visit carried. */
  depositCode: string | null
  giftCode: string | null
  /** The deposit code whose popup this visit has shown. */
  shownCode: string | null
}

/** What follows: nothing, the codes of a guest are dropped, or one of them is presented, the deposit's first. */
export type LandingStep = 'none' | 'drop' | 'deposit' | 'gift'

/** What becomes of the codes of an address on the lobby. */
export function landingStep({ isPlayer, depositCode, giftCode, shownCode }: Landing): LandingStep {
  if (!isPlayer) return depositCode === null && giftCode === null ? 'none' : 'drop'
  if (depositCode !== null && depositCode !== shownCode) return 'deposit'
  return giftCode === null ? 'none' : 'gift'
}

/** The calls with which a deposit code is presented. */
export interface PresentCalls {
  /** Lets bonuses be issued to the player. */
  enable: () => Promise<unknown>
  setCode: (code: string) => Promise<unknown>
  clearCode: () => Promise<unknown>
  /** Whether the server says that there is no such code, rather than not answering. */
  isInvalid: (error: unknown) => boolean
  /** The code is forgotten in this browser. */
  forget: () => void
  openDeposit: () => void
}

/** Presents a deposit code: bonuses on, code set, an invalid one cleared, and the deposit opens in any case. */
export async function presentDepositCode(code: string, calls: PresentCalls): Promise<void> {
  try {
    await calls.enable()
    await calls.setCode(code)
  } catch (error) {
    if (calls.isInvalid(error)) {
      calls.forget()
      await calls.clearCode().catch(() => undefined)
    }
  }
  calls.openDeposit()
}
