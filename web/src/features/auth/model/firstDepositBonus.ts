/** The field of the sign-up form that chooses the bonus of the first deposit. */
export const FIRST_DEPOSIT_BONUS = 'deposit_bonus_code'

/** Its value for a deposit without a bonus, which is not sent. */
export const NO_BONUS = '-'
