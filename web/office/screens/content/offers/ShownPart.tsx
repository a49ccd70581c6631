import { Checkbox } from '@/ui/Checkbox'
import { TextField } from '@/ui/TextField'
import { t } from '../../../i18n/texts'
import { MomentBlank, NumberBlank, Sentence, TextBlank } from './blanks'
import { LANGUAGES } from './offerModel'
import { FormPart, type PartProps } from './parts'

/** How the offer is called and shown, and when players come to it. */
export function ShownPart({ offer, onChange, faults, isReadOnly, choices, isNew }: PartProps & { isNew: boolean }) {
  return (
    <FormPart title={t('offers.shown')} faults={faults} fields={['code', 'group_key', 'title', 'hidden', 'activatable_hours', 'from', 'until', 'withdrawn']}>
      <Sentence
        text="offers.called"
        blanks={{
          code: <TextBlank label={t('offer_field.code')} value={offer.code} onChange={(code) => onChange({ code })} isDisabled={isReadOnly || !isNew} />,
          group_key: <GroupKey value={offer.group_key} keys={choices.group_keys} onChange={(group_key) => onChange({ group_key })} isDisabled={isReadOnly} />,
        }}
      />
      <div className="grid gap-3 py-2 sm:grid-cols-2">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={t('offers.title_in', { language })}
            value={offer.title[language] ?? ''}
            isDisabled={isReadOnly}
            isRequired={language === 'en'}
            autoComplete="off"
            maxLength={120}
            onChange={(typed) => {
              const others = Object.entries(offer.title).filter(([name]) => name !== language)
              onChange({ title: Object.fromEntries(typed === '' && language !== 'en' ? others : [...others, [language, typed]]) })
            }}
          />
        ))}
      </div>
      <Sentence
        text="offers.times"
        blanks={{
          from: <MomentBlank label={t('offer_field.from')} value={offer.from} onChange={(from) => onChange({ from })} isDisabled={isReadOnly} />,
          until: <MomentBlank label={t('offer_field.until')} value={offer.until} onChange={(until) => onChange({ until })} isDisabled={isReadOnly} />,
          activatable_hours: (
            <NumberBlank
              label={t('offer_field.activatable_hours')}
              value={offer.activatable_hours}
              onChange={(hours) => onChange({ activatable_hours: hours ?? 0 })}
              isDisabled={isReadOnly}
            />
          ),
        }}
      />
      <Checkbox isSelected={offer.hidden} isDisabled={isReadOnly} onChange={(hidden) => onChange({ hidden })}>
        {t('offers.is_hidden')}
      </Checkbox>
      <Checkbox isSelected={offer.withdrawn} isDisabled={isReadOnly} onChange={(withdrawn) => onChange({ withdrawn })}>
        {t('offers.is_withdrawn')}
      </Checkbox>
    </FormPart>
  )
}

/** The key that an offer is shown and hidden with: one of those in use, or a new one. */
function GroupKey({ value, keys, onChange, isDisabled }: { value: string; keys: readonly string[]; onChange: (key: string) => void; isDisabled: boolean }) {
  return (
    <>
      <TextBlank label={t('offer_field.group_key')} value={value} onChange={onChange} isDisabled={isDisabled} list="offer-group-keys" />
      <datalist id="offer-group-keys">
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  )
}
