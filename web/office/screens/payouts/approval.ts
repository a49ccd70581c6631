import type { Me, Payout } from '../../api/types'

/** What somebody may do about a cashout that waits. */
export type Step =
  /** Nothing is left to decide. */
  | 'over'
  /** The role only reads. */
  | 'read'
  /** One approval pays it. */
  | 'approve'
  /** The approval is the first of two. */
  | 'approve_first'
  /** The approval is the second of two, and pays it. */
  | 'approve_second'
  /** The first approval is the reader's own: a colleague gives the second. */
  | 'await'

/** Which step of the decision is the reader's. */
export function stepFor(
  { review, state, needs_two, approval }: Pick<Payout, 'review' | 'state' | 'needs_two' | 'approval'>,
  me: Pick<Me, 'id'>,
  mayDecide: boolean,
): Step {
  if (review !== 'waiting' || state !== 'reserved') return 'over'
  if (!mayDecide) return 'read'
  if (approval) return approval.member_id === me.id ? 'await' : 'approve_second'
  return needs_two ? 'approve_first' : 'approve'
}
