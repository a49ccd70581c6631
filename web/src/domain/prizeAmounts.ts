/** The amount in the player's currency, else in euros; undefined when neither is named. */
export function amountFor(
  amounts: Record<string, { amount_cents: number }>,
  currency: string | undefined,
): { amount_cents: number; currency: string } | undefined {
  const known = [currency, 'EUR'].find((code) => code !== undefined && Object.hasOwn(amounts, code))
  const amount = known === undefined ? undefined : amounts[known]
  return known !== undefined && amount ? { ...amount, currency: known } : undefined
}
