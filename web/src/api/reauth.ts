/** A question to the player for the password, which every refused call waits for. */
interface Question {
  answer: Promise<boolean>
  settle: (given: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function ask(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks the player for the password, because the session was left alone for a while: true once it was given, false when
 * the player closed the dialog or nothing can show it. Calls at the same time share one dialog.
 */
export function requestReauthentication(): Promise<boolean> {
  if (question) return question.answer
  if (listeners.size === 0) return Promise.resolve(false)
  let settle: Question['settle'] = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  ask({ answer, settle })
  return answer
}

/** Ends the question that is open; nothing when there is none. */
export function settleReauthentication(given: boolean): void {
  const settled = question
  if (!settled) return
  ask(null)
  settled.settle(given)
}

/** Whether the password is asked for now. */
export function isReauthenticationOpen(): boolean {
  return question !== null
}

/** Calls `listener` when the question opens or ends. Returns how to stop. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Nobody can answer any more.
    if (listeners.size === 0) settleReauthentication(false)
  }
}
