import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { FormProblem } from '@/ui/FormProblem'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { beginMassGift, MASS_GIFTS, massGiftChoicesQuery, massGiftPreviewQuery } from '../../api/massGifts'
import { useIsBound } from '../../api/me'
import type { MassGiftBody, MassGiftPreview } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { playersOf, targetOf, type MassGiftValues } from './massGiftRules'

interface Option {
  id: string
  label: string
}

/** What there is to choose from. */
interface Choices {
  offers: Option[]
  boxes: Option[]
  segments: Option[]
  brands: Option[]
}

/** Gives many players an offer or a box, after it has shown how many they are and what it costs at most. */
export function MassGiftDialog({ onClose }: { onClose: () => void }) {
  const choices = useQuery(massGiftChoicesQuery)
  const [body, setBody] = useState<MassGiftBody | null>(null)
  return (
    <Dialog title={t(body ? 'mass_gifts.confirm_title' : 'mass_gifts.new')} size="l" onClose={onClose}>
      {body && <Confirm body={body} onBack={() => setBody(null)} onClose={onClose} />}
      <div hidden={body !== null}>
        <Loaded query={choices}>
          {({ offers, kinds, segments, brands }) => {
            const named: Choices = {
              offers: offers.map(titled),
              boxes: kinds.map(titled),
              segments: segments.map(({ id, version }) => ({ id, label: version.name })),
              brands: brands.map(({ id, name }) => ({ id, label: name })),
            }
            return <MassGiftForm choices={named} onChecked={setBody} onClose={onClose} />
          }}
        </Loaded>
      </div>
    </Dialog>
  )
}

const titled = ({ code, title }: { code: string; title: string }): Option => ({ id: code, label: `${title} (${code})` })

interface FormProps {
  choices: Choices
  onChecked: (body: MassGiftBody) => void
  onClose: () => void
}

function MassGiftForm({ choices, onChecked, onClose }: FormProps) {
  // Who is bound to brands gives players of a segment something, of one of these brands: those of a list may be of any.
  const isBound = useIsBound()
  const everyBrand = isBound ? [] : [{ id: 'every', label: t('mass_gifts.every_brand') }]
  const { control, formState, onSubmit, watch, setValue } = useSiteForm<MassGiftValues>({
    name: 'office_mass_gift',
    defaultValues: {
      name: '',
      kind: 'offer',
      code: '',
      to: 'segment',
      segment: '',
      brand: everyBrand[0]?.id ?? choices.brands[0]?.id ?? '',
      players: '',
      reason: '',
    },
    resolver: (values, context, options) => {
      const some = (typed: string) => (values.to === 'players' && (playersOf(typed)?.length ?? 0) === 0 ? 'INVALID' : null)
      const one = (typed: string) => (values.to === 'segment' ? required(typed) : null)
      const known = (code: string) => (codesOf(values.kind, choices).some(({ id }) => id === code) ? null : 'REQUIRED')
      return ruled<MassGiftValues>({ name: required, code: known, segment: one, players: some, reason: required })(values, context, options)
    },
  })
  const [kind, to] = [watch('kind'), watch('to')]
  const submit = onSubmit((values) => {
    onChecked({ name: values.name.trim(), gift: targetOf(values), reason: values.reason.trim() })
    return Promise.resolve()
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <FormTextField control={control} name="name" label={t('mass_gifts.name')} autoComplete="off" maxLength={80} isRequired />
      <div className="grid gap-4 md:grid-cols-2">
        <FormSelect
          control={control}
          name="kind"
          label={t('mass_gifts.kind')}
          autoComplete="off"
          options={(['offer', 'lootbox'] as const).map((id) => ({ id, label: t(`mass_gifts.kind_${id}`) }))}
          isRequired
        />
        <FormSelect control={control} name="code" label={t('mass_gifts.code')} autoComplete="off" options={codesOf(kind, choices)} isRequired />
      </div>
      <FormSelect
        control={control}
        name="to"
        label={t('mass_gifts.to_kind')}
        autoComplete="off"
        options={(isBound ? (['segment'] as const) : (['segment', 'players'] as const)).map((id) => ({ id, label: t(`mass_gifts.to_${id}`) }))}
        isRequired
      />
      {to === 'segment' ? (
        <div className="grid gap-4 md:grid-cols-2">
          <FormSelect
            control={control}
            name="segment"
            label={t('mass_gifts.segment')}
            help={choices.segments.length === 0 ? t('mass_gifts.no_segment') : undefined}
            autoComplete="off"
            options={choices.segments}
            isRequired
          />
          <FormSelect control={control} name="brand" label={t('mass_gifts.brand')} autoComplete="off" options={[...everyBrand, ...choices.brands]} isRequired />
        </div>
      ) : (
        <>
          <FormLinesField control={control} name="players" label={t('mass_gifts.players')} help={t('mass_gifts.players_help')} autoComplete="off" isRequired />
          <FileField onRead={(text) => setValue('players', text)} />
        </>
      )}
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={formState.errors.root?.message} confirm={t('mass_gifts.check')} onClose={onClose} />
    </form>
  )
}

const codesOf = (kind: MassGiftValues['kind'], { offers, boxes }: Choices): Option[] => (kind === 'offer' ? offers : boxes)

/** Reads the numbers of players from a file of text. */
function FileField({ onRead }: { onRead: (text: string) => void }) {
  return (
    <label className="block text-sm text-soft">
      {t('mass_gifts.upload')}
      <input
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        className="mt-1 block text-sm"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void file.text().then(onRead)
        }}
      />
    </label>
  )
}

/** What the server has against the fields; empty when it refused nothing of them. */
const complaints = (error: unknown): string => Object.values(fieldTexts(error)).join(' ')

function Confirm({ body, onBack, onClose }: { body: MassGiftBody; onBack: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const preview = useQuery(massGiftPreviewQuery(body.gift))
  const [problem, setProblem] = useState<string>()
  const complaint = complaints(preview.error)
  const { start, isPending } = useAction({
    run: (begun: MassGiftBody, { idempotencyKey }) => beginMassGift(begun, idempotencyKey),
    // One that had no answer yet is asked for under its key again, also after a step back: everybody would be given two.
    lastingName: 'mass gift',
    onDone: ({ mass_gift }) => {
      showToast('successfully', t('mass_gifts.begun', { name: mass_gift.name }))
      void queryClient.invalidateQueries({ queryKey: MASS_GIFTS })
      onClose()
      void router.navigate({ to: '/mass-gifts/$id', params: { id: String(mass_gift.id) } })
    },
    onError: (error) => setProblem(complaints(error) || problemText(error)),
  })
  return (
    <div className="space-y-4">
      <p className="font-semibold break-words">{body.name}</p>
      {complaint ? <FormProblem text={complaint} /> : <Loaded query={preview}>{(found) => <Reach preview={found} />}</Loaded>}
      <FormProblem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onPress={onBack} autoFocus>
          {t('mass_gifts.change')}
        </Button>
        <Button pending={isPending} isDisabled={Boolean(complaint) || !preview.data || isNobody(preview.data)} onPress={() => void start(body)}>
          {t('mass_gifts.begin')}
        </Button>
      </div>
    </div>
  )
}

/** Whether it is known that nobody would be given it: a count that was broken off may have come to none of many. */
const isNobody = ({ players, complete }: MassGiftPreview): boolean => complete && players === 0

function Reach({ preview: { players, not_made, complete, worth_cents, takes_two } }: { preview: MassGiftPreview }) {
  return (
    <Alert tone={players > 0 && !takes_two ? 'info' : 'warning'}>
      {(complete || players > 0) && <p className="font-semibold">{t('mass_gifts.reach', { count: players })}</p>}
      {!complete && <p>{t('mass_gifts.reach_part')}</p>}
      {not_made > 0 && <p>{t('mass_gifts.not_made', { count: not_made })}</p>}
      <p>
        {t('mass_gifts.worth_label')}: {worth_cents === null ? t('mass_gifts.worth_unknown') : <Amount cents={worth_cents} currency="EUR" />}
      </p>
      <p>{t(takes_two ? 'mass_gifts.takes_two' : complete ? 'mass_gifts.takes_one' : 'mass_gifts.takes_unknown')}</p>
    </Alert>
  )
}
