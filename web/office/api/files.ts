/** Addresses under which the server has files of comma-separated values. */
type FilePath =
  | '/api/reports/export'
  | '/api/reports/regulator'
  | '/api/payouts/export'
  | '/api/settlements/export'
  | '/api/adjustments/export'
  | '/api/players/export'
  | '/api/documents/export'
  | '/api/coupons/export'
  | '/api/log/export'

/** The address of a file, whose filters are in it. */
export function fileAddress(path: FilePath, query: Record<string, string | null>): string {
  const told = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return told.length === 0 ? path : `${path}?${new URLSearchParams(told).toString()}`
}
