import type { Adjustment, Me } from '../../api/types'

/** What may be decided about a request; who has asked for it may only take it back. */
export type Choice = 'approve' | 'refuse'

/** What the reader may decide about a request. */
export function choicesFor({ state, requester_id }: Pick<Adjustment, 'state' | 'requester_id'>, me: Pick<Me, 'id'>, mayDecide: boolean): Choice[] {
  if (!mayDecide || (state !== 'waiting' && state !== 'expired')) return []
  // Nobody approves what is over; a refusal takes it off the list.
  return state === 'expired' || requester_id === me.id ? ['refuse'] : ['approve', 'refuse']
}
