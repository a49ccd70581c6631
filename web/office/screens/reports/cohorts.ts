/** How many months lie between the first days of two months, both `YYYY-MM-DD`. */
export function monthsBetween(earlier: string, later: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(later) - months(earlier)
}
