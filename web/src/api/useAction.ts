import { useMutation, type MutationKey } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { noteSlow } from '@/platform/slowActions'
import { Action, type Attempt } from './action'

/** After this the person is told that the action is still under way. */
const SLOW_MS = 5_000

interface ActionOptions<Input, Answer> {
  /** One try of the action; sends `attempt.idempotencyKey` with its call. */
  run: (input: Input, attempt: Attempt) => Promise<Answer>
  /** Shows what is to come before the call is sent. */
  onStart?: (input: Input) => Promise<void> | void
  onDone?: (answer: Answer, input: Input) => void
  /** Shows what was refused or failed: at the fields it is about, else as a toast or an alert. */
  onError: (error: unknown, input: Input) => void
  /**
   * Names the call and its player, and keeps keys without a definitive answer when the component goes, and in this tab
   * when the page is loaded anew. For what makes something new with each call, such as a payment. A call that sets a state does without: under an old key the server
   * would repeat its old answer after another state was set.
   */
  lastingName?: string
  /** Under this other components see that the action is under way. */
  mutationKey?: MutationKey
  /**
   * Names what an input is about, where one component acts on many things: actions on different ones run at once, each under a
   * key of its own. A function that stays the same.
   */
  subjectOf?: (input: Input) => string
}

export interface ActionState<Input> {
  /** Performs the action, unless it is under way. Answers whether it was done; never throws. Stays the same function. */
  start: (input: Input) => Promise<boolean>
  isPending: boolean
}

/** The way in which every write of the site is made: one key for each action, one press at a time. */
export function useAction<Input = void, Answer = unknown>(options: ActionOptions<Input, Answer>): ActionState<Input> {
  const { run, onStart, onDone, onError, lastingName, mutationKey, subjectOf } = options
  const [actions] = useState(() => new Map<string, Action>())
  const running = useRef(new Set<string>())
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: (input: Input) => {
      const subject = subjectOf?.(input) ?? ''
      const action = actions.get(subject) ?? new Action()
      actions.set(subject, action)
      return action.perform(input, (attempt) => run(input, attempt), lastingName)
    },
    onMutate: onStart,
    onSuccess: onDone,
    onError,
  })
  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      const subject = subjectOf?.(input) ?? ''
      // State follows a press too late for the second half of a double click.
      if (running.current.has(subject)) return false
      running.current.add(subject)
      const endSlow = noteSlow(SLOW_MS)
      try {
        await mutateAsync(input)
        return true
      } catch {
        return false
      } finally {
        endSlow()
        running.current.delete(subject)
      }
    },
    [mutateAsync, subjectOf],
  )
  return { start, isPending }
}
