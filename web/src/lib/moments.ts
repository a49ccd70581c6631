import { Outbox } from './outbox'

/** What became of a visit: campaigns are told of these. */
export type Moment = 'sign_up' | 'sign_in' | 'first_deposit'

const outbox = new Outbox<Moment>(10)

/** Tells that it has just happened. */
export const tellMoment = (moment: Moment) => outbox.put(moment)

/** Hands every moment to `take`. Returns how to stop. */
export const deliverMoments = (take: (moment: Moment) => void) => outbox.deliverTo(take)
