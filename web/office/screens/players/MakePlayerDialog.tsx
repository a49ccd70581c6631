import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { useSiteForm } from '@/ui/useSiteForm'
import { makePlayer } from '../../api/autologin'
import { currenciesQuery } from '../../api/currencies'
import { SITE_LANGUAGES } from '../../i18n/siteLanguages'
import { language, t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { emailAddress, required, ruled } from '../../ui/formRules'
import { LinkDialog } from '../../ui/LinkDialog'

/** The languages of players; one more is spoken by testers only. */
const LOCALES = SITE_LANGUAGES.filter((locale) => locale !== 'en-KW')

interface MakeValues {
  email: string
  country: string
  currency: string
  locale: string
  stag: string
  reason: string
}

const FIELDS = ['email', 'country', 'currency', 'locale', 'stag', 'reason'] as const

/** Makes a player without a form, then shows the link that signs the player in. */
export function MakePlayerDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null)
  const currencies = useQuery(currenciesQuery).data ?? []
  const names = new Intl.DisplayNames(language(), { type: 'language' })
  const { control, formState, onSubmit, refuse } = useSiteForm<MakeValues>({
    name: 'office_make_player',
    defaultValues: { email: '', country: '', currency: 'EUR', locale: 'en', stag: '', reason: '' },
    resolver: ruled<MakeValues>({ email: emailAddress, country: required, currency: required, reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ email, country, stag, reason, ...choices }: MakeValues, { idempotencyKey }) =>
      makePlayer({ ...choices, email: email.trim(), country: country.trim().toUpperCase(), stag: stag.trim() || null, reason: reason.trim() }, idempotencyKey),
    onDone: (made) => {
      setLink(made.link)
      onMade()
    },
    onError: (error) => refuse(error, FIELDS),
  })
  const submit = onSubmit(start)
  if (link) return <LinkDialog link={link} text={t('autologin.link_text')} onClose={onClose} />
  return (
    <Dialog title={t('autologin.make_title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('autologin.make_text')}</p>
        <FormTextField control={control} name="email" label={t('email')} type="email" inputMode="email" autoComplete="off" isRequired />
        <FormTextField
          control={control}
          name="country"
          label={t('player.country')}
          help={t('autologin.country_help')}
          autoComplete="off"
          maxLength={2}
          isRequired
        />
        <FormSelect
          control={control}
          name="currency"
          label={t('currency')}
          autoComplete="off"
          options={currencies.map(({ code }) => ({ id: code, label: code }))}
          isRequired
        />
        <FormSelect
          control={control}
          name="locale"
          label={t('player.locale')}
          autoComplete="off"
          options={LOCALES.map((id) => ({ id, label: names.of(id) ?? id }))}
          isRequired
        />
        <FormTextField control={control} name="stag" label={t('autologin.stag')} autoComplete="off" maxLength={64} />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('autologin.make')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
