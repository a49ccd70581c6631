/** Forms of a postal code by country: `9` a digit, `A` a letter, the rest itself. Spaces may be left out. */
const FORMS: Record<string, string[]> = {
  AT: ['9999'],
  AU: ['9999', '999'],
  BR: ['99999-999', '99999999'],
  CA: ['A9A 9A9'],
  CH: ['9999'],
  DE: ['99999'],
  EE: ['99999'],
  FI: ['99999'],
  GB: ['A9 9AA', 'A99 9AA', 'AA9 9AA', 'AA99 9AA', 'A9A 9AA', 'AA9A 9AA'],
  IT: ['99999'],
  JP: ['999-9999', '9999999'],
  NO: ['9999'],
  NZ: ['9999'],
  US: ['99999', '99999-9999'],
}

function pattern(form: string): RegExp {
  return new RegExp(`^${form.replaceAll('9', '\\d').replaceAll('A', '[A-Z]').replaceAll(' ', ' ?')}$`)
}

/** Countries without a form of their own take 2 to 12 letters and digits with single hyphens or spaces. */
const GENERAL = /^(?=.{2,12}$)[A-Z\d]+(?:[ -][A-Z\d]+)*$/

/** Whether `value` can be a postal code of `country` (ISO 3166-1). Case and outer blanks do not count. */
export function isPostalCode(value: string, country: string): boolean {
  const code = value.trim().toUpperCase()
  const forms = FORMS[country]
  return forms ? forms.some((form) => pattern(form).test(code)) : GENERAL.test(code)
}

/** Australian postcodes: first and last of each run, and the state it lies in. */
const AUSTRALIA: readonly (readonly [number, number, string])[] = [
  [200, 299, 'Australian Capital Territory'],
  [800, 999, 'Northern Territory'],
  [1000, 2599, 'New South Wales'],
  [2600, 2618, 'Australian Capital Territory'],
  [2619, 2899, 'New South Wales'],
  [2900, 2920, 'Australian Capital Territory'],
  [2921, 2999, 'New South Wales'],
  [3000, 3999, 'Victoria'],
  [4000, 4999, 'Queensland'],
  [5000, 5999, 'South Australia'],
  [6000, 6797, 'Western Australia'],
  [6800, 6999, 'Western Australia'],
  [7000, 7999, 'Tasmania'],
  [8000, 8999, 'Victoria'],
  [9000, 9999, 'Queensland'],
]

/** Canadian provinces by the first letter of the postal code. */
const CANADA: Record<string, string> = {
  A: 'Newfoundland and Labrador',
  B: 'Nova Scotia',
  C: 'Prince Edward Island',
  E: 'New Brunswick',
  G: 'Quebec',
  H: 'Quebec',
  J: 'Quebec',
  K: 'Ontario',
  L: 'Ontario',
  M: 'Ontario',
  N: 'Ontario',
  P: 'Ontario',
  R: 'Manitoba',
  S: 'Saskatchewan',
  T: 'Alberta',
  V: 'British Columbia',
  X: 'Northwest Territories',
  Y: 'Yukon Territory',
}

/** The state or province that a postal code lies in, by its English name; null elsewhere than in Australia and Canada. */
export function stateOf(country: string, postalCode: string): string | null {
  const code = postalCode.trim().toUpperCase()
  if (country === 'CA') return CANADA[code.charAt(0)] ?? null
  if (country !== 'AU' || !/^\d{3,4}$/.test(code)) return null
  return AUSTRALIA.find(([first, last]) => Number(code) >= first && Number(code) <= last)?.[2] ?? null
}
