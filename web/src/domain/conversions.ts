import { Outbox } from '@/platform/outbox'

/** What became of a visit: campaigns are told of these. */
export type Conversion = 'sign_up' | 'sign_in' | 'first_deposit'

const outbox = new Outbox<Conversion>(10)

/** Tells that it has just happened. */
export const trackConversion = (conversion: Conversion) => outbox.put(conversion)

/** Hands every conversion to `take`. Returns how to stop. */
export const deliverConversions = (take: (conversion: Conversion) => void) => outbox.deliverTo(take)
