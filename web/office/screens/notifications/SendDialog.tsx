import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '@/i18n/errorText'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { useSiteForm } from '@/ui/useSiteForm'
import { campaignChoicesQuery } from '../../api/notifications'
import { segmentsInUseQuery } from '../../api/segments'
import type { CampaignBody, CampaignChoices } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { ConfirmSend } from './ConfirmSend'
import { bodyNow, DAYS, MOST, NO_WORDS, type NotificationValues, type Words } from './draft'
import { Translations } from './Translations'

interface SendDialogProps {
  /** Whom to send it to, when that is known. */
  player?: number
  onClose: () => void
}

/** Writes a notification, shows how many players get it, and sends it. */
export function SendDialog({ player, onClose }: SendDialogProps) {
  const choices = useQuery(campaignChoicesQuery)
  // What is about to be sent; its end is counted once, so that every try sends the same.
  const [body, setBody] = useState<CampaignBody | null>(null)
  return (
    <Dialog title={t(body ? 'campaigns.send_title' : 'campaigns.new')} size="l" onClose={onClose}>
      {body && <ConfirmSend body={body} onBack={() => setBody(null)} onClose={onClose} />}
      <div hidden={body !== null}>
        <Loaded query={choices}>{(found) => <NotificationForm player={player} choices={found} onChecked={setBody} onClose={onClose} />}</Loaded>
      </div>
    </Dialog>
  )
}

interface NotificationFormProps {
  player: number | undefined
  choices: CampaignChoices
  onChecked: (body: CampaignBody) => void
  onClose: () => void
}

function NotificationForm({ player, choices, onChecked, onClose }: NotificationFormProps) {
  const [groups, setGroups] = useState<readonly number[]>([])
  const [translations, setTranslations] = useState<Readonly<Record<string, Words>>>({})
  const [lacksGroup, setLacksGroup] = useState(false)
  const inUse = useQuery(segmentsInUseQuery)
  const noSegment = inUse.error ? problemText(inUse.error) : inUse.data?.length === 0 ? t('mass_gifts.no_segment') : undefined
  const segments = (inUse.data ?? []).map(({ id, version }) => ({ id, label: version.name }))
  const { control, formState, onSubmit, watch } = useSiteForm<NotificationValues>({
    name: 'office_notification',
    defaultValues: {
      ...NO_WORDS,
      to: player === undefined ? 'groups' : 'player',
      player: player === undefined ? '' : String(player),
      segment: '',
      brand: 'every',
      kind: 'promotional',
      icon: 'bell',
      path: '',
      days: '7',
      reason: '',
    },
    resolver: (values, context, options) => {
      const toPlayer = (typed: string) => (values.to === 'player' && !/^\s*\d+\s*$/.test(typed) ? 'INVALID' : null)
      const toPage = (typed: string) => (values.button.trim() !== '' && !/^\/(?![/\\])/.test(typed.trim()) ? 'INVALID' : null)
      const toSegment = (chosen: string) => (values.to === 'segment' ? required(chosen) : null)
      return ruled<NotificationValues>({ player: toPlayer, segment: toSegment, title: required, text: required, path: toPage, reason: required })(
        values,
        context,
        options,
      )
    },
  })
  const to = watch('to')
  const submit = onSubmit((values) => {
    const isMissing = values.to === 'groups' && groups.length === 0
    setLacksGroup(isMissing)
    if (!isMissing) onChecked(bodyNow(values, groups, translations))
    return Promise.resolve()
  })
  const kinds = (['promotional', 'account'] as const).map((id) => ({ id, label: t(`campaigns.kind_${id}`) }))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <FormSelect
        control={control}
        name="to"
        label={t('campaigns.to_kind')}
        autoComplete="off"
        options={(['groups', 'segment', 'player'] as const).map((id) => ({ id, label: t(`campaigns.to_${id}`) }))}
        isRequired
      />
      {to === 'player' && <FormTextField control={control} name="player" label={t('campaigns.player')} inputMode="numeric" autoComplete="off" isRequired />}
      {to === 'groups' && <GroupChoices groups={choices.groups} chosen={groups} onChoose={setGroups} />}
      {to === 'segment' && (
        <FormSelect control={control} name="segment" label={t('mass_gifts.segment')} help={noSegment} autoComplete="off" options={segments} isRequired />
      )}
      {to !== 'player' && (
        <FormSelect
          control={control}
          name="brand"
          label={t('mass_gifts.brand')}
          autoComplete="off"
          options={[{ id: 'every', label: t('mass_gifts.every_brand') }, ...choices.brands.map(({ id, name }) => ({ id, label: name }))]}
          isRequired
        />
      )}
      <FormSelect control={control} name="kind" label={t('campaigns.kind')} autoComplete="off" options={kinds} isRequired />
      <div className="grid gap-4 md:grid-cols-2">
        <FormSelect
          control={control}
          name="icon"
          label={t('campaigns.icon')}
          autoComplete="off"
          options={choices.icons.map((id) => ({ id, label: tWord('drawing', id) }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="days"
          label={t('campaigns.days')}
          autoComplete="off"
          options={DAYS.map((days) => ({ id: String(days), label: t('campaigns.days_value', { days }) }))}
          isRequired
        />
      </div>
      <FormTextField control={control} name="title" label={t('campaigns.headline')} autoComplete="off" maxLength={MOST.title} isRequired />
      <FormTextField control={control} name="text" label={t('campaigns.text')} autoComplete="off" maxLength={MOST.text} isRequired />
      <div className="grid gap-4 md:grid-cols-2">
        <FormTextField
          control={control}
          name="button"
          label={t('campaigns.button_title')}
          help={t('campaigns.button_help')}
          autoComplete="off"
          maxLength={MOST.button}
        />
        <FormTextField
          control={control}
          name="path"
          label={t('campaigns.button_path')}
          help={t('campaigns.button_path_help')}
          inputMode="url"
          autoComplete="off"
          maxLength={200}
        />
      </div>
      <Translations languages={choices.languages.filter((language) => language !== 'en')} words={translations} onChange={setTranslations} />
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd
        problem={formState.errors.root?.message ?? (lacksGroup && to === 'groups' && groups.length === 0 ? t('campaigns.no_group') : undefined)}
        confirm={t('campaigns.check')}
        onClose={onClose}
      />
    </form>
  )
}

interface GroupChoicesProps {
  groups: CampaignChoices['groups']
  chosen: readonly number[]
  onChoose: (chosen: readonly number[]) => void
}

function GroupChoices({ groups, chosen, onChoose }: GroupChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-soft">{t('campaigns.groups')}</legend>
      <div className="max-h-48 overflow-y-auto">
        {groups.map(({ id, name }) => (
          <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isIn) => onChoose(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))}>
            {t('campaigns.group', { name, id: String(id) })}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
