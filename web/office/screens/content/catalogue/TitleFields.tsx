import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '@/api/errors'
import { countryName } from '@/i18n/names'
import { Checkbox } from '@/ui/Checkbox'
import { Switch } from '@/ui/Switch'
import { TextField } from '@/ui/TextField'
import { useCurrencies } from '../../../api/currencies'
import { offerChoicesQuery } from '../../../api/offers'
import type { TitleForm, TitleView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { ManyChoices } from '../../../ui/ManyChoices'
import { Panel } from '../../../ui/Panel'
import { MediaPicker } from '../../../ui/media/MediaPicker'
import { badgesOf, badgesText, words } from './badges'

interface TitleFieldsProps {
  title: TitleForm
  view: TitleView
  faults: FieldErrors
  isReadOnly: boolean
  onChange: (part: Partial<TitleForm>) => void
}

const DEVICES = ['mobile', 'desktop'] as const

/** The fields of a title. */
export function TitleFields({ title, view, faults, isReadOnly, onChange }: TitleFieldsProps) {
  const countries = useQuery(offerChoicesQuery).data?.audience.countries ?? []
  const currencies = useCurrencies()
  const fault = (field: keyof TitleForm) => faults[field]?.[0]?.message
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title={t('titles.listing')}>
        <div className="space-y-4">
          <Switch isSelected={title.enabled} isDisabled={isReadOnly} onChange={(enabled) => onChange({ enabled })}>
            {t('titles.shown')}
          </Switch>
          <TextField
            label={t('titles.name')}
            autoComplete="off"
            value={title.title}
            error={fault('title')}
            isReadOnly={isReadOnly}
            onChange={(typed) => onChange({ title: typed })}
          />
          <ManyChoices
            label={t('titles.categories')}
            options={view.lists.map(({ id, title: label }) => ({ id, label }))}
            chosen={title.categories}
            onChange={(categories) => onChange({ categories })}
            empty={t('titles.no_lists')}
            isReadOnly={isReadOnly}
          />
          <Fault text={fault('categories')} />
          <Popularity value={title.popularity} isReadOnly={isReadOnly} onChange={(popularity) => onChange({ popularity })} />
          <TextField
            label={t('titles.released')}
            placeholder="2026-11-05"
            autoComplete="off"
            value={title.released ?? ''}
            error={fault('released')}
            isReadOnly={isReadOnly}
            onChange={(typed) => onChange({ released: typed.trim() || null })}
          />
        </div>
      </Panel>
      <Panel title={t('titles.availability')}>
        <div className="space-y-4">
          <ManyChoices
            label={t('titles.blocked')}
            options={countries.map((code) => ({ id: code, label: countryName(code) }))}
            chosen={title.blocked_countries}
            onChange={(blocked_countries) => onChange({ blocked_countries })}
            empty={t('titles.blocked_none')}
            isReadOnly={isReadOnly}
          />
          <Fault text={fault('blocked_countries')} />
          <ManyChoices
            label={t('titles.currencies')}
            options={currencies.map(({ code }) => ({ id: code, label: code }))}
            chosen={title.currencies ?? []}
            onChange={(chosen) => onChange({ currencies: chosen.length === 0 ? null : chosen })}
            empty={t('titles.currencies_all')}
            isReadOnly={isReadOnly}
          />
          <Fault text={fault('currencies')} />
          <fieldset>
            <legend className="text-base text-soft">{t('titles.devices')}</legend>
            {DEVICES.map((device) => (
              <Checkbox
                key={device}
                isSelected={title.devices.includes(device)}
                isDisabled={isReadOnly}
                onChange={(isOn) => onChange({ devices: DEVICES.filter((other) => (other === device ? isOn : title.devices.includes(other))) })}
              >
                {t(`titles.${device}`)}
              </Checkbox>
            ))}
          </fieldset>
          <Fault text={fault('devices')} />
          <Checkbox isSelected={title.demo} isDisabled={isReadOnly} onChange={(demo) => onChange({ demo })}>
            {t('titles.demo')}
          </Checkbox>
        </div>
      </Panel>
      <Panel title={t('titles.look')} className="xl:col-span-2">
        <div className="space-y-4">
          <Typed
            label={t('titles.badges')}
            help={t('titles.badges_help')}
            text={badgesText(title.badges)}
            error={fault('badges')}
            isReadOnly={isReadOnly}
            onChange={(typed) => onChange({ badges: badgesOf(typed) })}
          />
          <Typed
            label={t('titles.mechanics')}
            help={t('titles.mechanics_help')}
            text={title.mechanics.join(', ')}
            error={fault('mechanics')}
            isReadOnly={isReadOnly}
            onChange={(typed) => onChange({ mechanics: words(typed) })}
          />
          <TextField
            label={t('titles.picture')}
            help={t('titles.picture_help', { path: view.picture })}
            autoComplete="off"
            value={title.preview ?? ''}
            error={fault('preview')}
            isReadOnly={isReadOnly}
            onChange={(typed) => onChange({ preview: typed.trim() || null })}
          />
          {!isReadOnly && <MediaPicker isPicture onPick={({ address }) => onChange({ preview: address })} />}
        </div>
      </Panel>
    </div>
  )
}

function Fault({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-sm text-danger-text">
      {text}
    </p>
  )
}

interface TypedProps {
  label: string
  help: string
  text: string
  error: string | undefined
  isReadOnly: boolean
  onChange: (typed: string) => void
}

/** What is typed as one line and kept as several words: it stays as it is typed. */
function Typed({ text, onChange, ...field }: TypedProps) {
  const [typed, setTyped] = useState(text)
  return (
    <TextField
      {...field}
      autoComplete="off"
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(next)
      }}
    />
  )
}

/** A whole number; what is none is not taken over. */
function Popularity({ value, isReadOnly, onChange }: { value: number; isReadOnly: boolean; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState(String(value))
  return (
    <TextField
      label={t('titles.popularity')}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      isReadOnly={isReadOnly}
      onChange={(next) => {
        setTyped(next)
        if (/^-?\d{1,9}$/.test(next.trim())) onChange(Number(next))
      }}
    />
  )
}
