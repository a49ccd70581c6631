import { currentLocale } from '@/i18n/messages'
import { countryName } from '@/i18n/names'
import type { SelectOption } from '@/ui/Select'
import type { OfferAudience, OfferChoices } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { ManyChoices } from '../../../ui/ManyChoices'
import { hasAudience, isEverybody } from './offerModel'
import { FormPart, type PartProps } from './parts'

type List = keyof OfferAudience

const LISTS = ['groups', 'excluded_groups', 'countries', 'excluded_countries', 'licences', 'brands'] as const satisfies readonly List[]

/** What cannot be in the other list as well. */
const OPPOSITE: Partial<Record<List, List>> = {
  groups: 'excluded_groups',
  excluded_groups: 'groups',
  countries: 'excluded_countries',
  excluded_countries: 'countries',
}

/** For whom the offer is. */
export function AudiencePart({ offer, onChange, faults, isReadOnly, choices }: PartProps) {
  const { audience } = offer
  if (!hasAudience(offer.trigger) && isEverybody(audience)) return null
  return (
    <FormPart title={t('offer_field.audience')} faults={faults} fields={['audience']}>
      <p className="text-sm text-muted">{t('offers.audience_help')}</p>
      {LISTS.map((list) => (
        <ManyChoices
          key={list}
          label={t(`offer_audience.${list}`)}
          options={optionsOf(list, audience, choices)}
          chosen={audience[list].map(String)}
          onChange={(ids) => onChange({ audience: withList(audience, list, ids) })}
          empty={t(list.startsWith('excluded') ? 'offers.audience_none' : 'offers.audience_all')}
          isReadOnly={isReadOnly}
        />
      ))}
    </FormPart>
  )
}

/** What a list can name beside what the opposite one names. */
function optionsOf(list: List, audience: OfferAudience, { audience: { groups, countries, licences, brands } }: OfferChoices): SelectOption[] {
  const opposite = OPPOSITE[list]
  const taken = opposite ? audience[opposite].map(String) : []
  const all = {
    groups: () => groups.map(({ id, name }) => ({ id: String(id), label: t('groups.one', { name, id: String(id) }) })),
    countries: () => byLabel(countries.map((code) => named(code, countryName(code)))),
    licences: () => licences.map(({ code, name }) => named(code, name)),
    brands: () => brands.map(({ id, name }) => ({ id, label: name })),
  }
  const kind = list === 'excluded_groups' ? 'groups' : list === 'excluded_countries' ? 'countries' : list
  return all[kind]().filter(({ id }) => !taken.includes(id))
}

/** A name with the code by which it can be found as well. */
const named = (code: string, name: string): SelectOption => ({ id: code, label: `${name} (${code})` })

const byLabel = (options: SelectOption[]) => options.sort((one, other) => one.label.localeCompare(other.label, currentLocale()))

/** `audience` with another list, in the order in which the server keeps it. */
function withList(audience: OfferAudience, list: List, ids: string[]): OfferAudience {
  if (list === 'groups' || list === 'excluded_groups') return { ...audience, [list]: ids.map(Number).sort((one, other) => one - other) }
  return { ...audience, [list]: [...ids].sort() }
}
