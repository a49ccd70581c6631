import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { noteSlow } from '@/platform/slowActions'
import { Action, type Attempt } from './action'

/** After this the person is told that the action is still under way. */
const SLOW_MS = 5_000

interface ActionOptions<Input, Answer> {
  /** One try of the action; sends `attempt.idempotencyKey` with its call. */
  run: (input: Input, attempt: Attempt) => Promise<Answer>
  onDone?: (answer: Answer, input: Input) => void
  /** Shows what was refused or failed: at the fields it is about, else as a toast or an alert. */
  onError: (error: unknown, input: Input) => void
  /**
   * Names the call and its player, and keeps keys without a definitive answer when the component goes, and in this tab
   * when the page is loaded anew. For what makes something new with each call, such as a payment. A call that sets a state does without: under an old key the server
   * would repeat its old answer after another state was set.
   */
  lastingName?: string
}

export interface ActionState<Input> {
  /** Performs the action, unless it is under way. Answers whether it was done; never throws. */
  start: (input: Input) => Promise<boolean>
  isPending: boolean
}

/** The way in which every write of the site is made: one key for each action, one press at a time. */
export function useAction<Input = void, Answer = unknown>({ run, onDone, onError, lastingName }: ActionOptions<Input, Answer>): ActionState<Input> {
  const [action] = useState(() => new Action())
  const isRunning = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input) => action.perform(input, (attempt) => run(input, attempt), lastingName),
    onSuccess: onDone,
    onError,
  })
  const start = async (input: Input): Promise<boolean> => {
    // State follows a press too late for the second half of a double click.
    if (isRunning.current) return false
    isRunning.current = true
    const endSlow = noteSlow(SLOW_MS)
    try {
      await mutateAsync(input)
      return true
    } catch {
      return false
    } finally {
      endSlow()
      isRunning.current = false
    }
  }
  return { start, isPending }
}
