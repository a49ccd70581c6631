import { Checkbox } from '@/ui/Checkbox'
import type { BrandChoice } from '../../api/types'
import { t } from '../../i18n/texts'

/** Brands to choose from. Without one of them, a member works for all. */
export function BrandBoxes({ brands, chosen, onChange }: { brands: readonly BrandChoice[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }) {
  return (
    <fieldset>
      <legend className="text-base text-soft">{t('staff.brands')}</legend>
      <p className="mt-1 text-xs text-muted">{t(chosen.length === 0 ? 'staff.brands_all' : 'staff.brands_bound')}</p>
      {brands.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}
