import { useRouter } from '@tanstack/react-router'
import { Dialog } from '@/ui/Dialog'
import { FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { useSiteForm } from '@/ui/useSiteForm'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { ruled } from '../../ui/formRules'
import { LANGUAGES, pageOf } from '../../ui/documentAddresses'

interface NewText {
  folder: string
  slug: string
  language: string
}

const SLUG = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** Opens a text that is not there yet; it is there when it is published. */
export function NewTextDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const { control, onSubmit } = useSiteForm<NewText>({
    name: 'office_text',
    defaultValues: { folder: 'pages', slug: '', language: 'en' },
    resolver: ruled<NewText>({ slug: (typed) => (SLUG.test(typed.trim()) ? null : 'INVALID') }),
  })
  const submit = onSubmit(({ folder, slug, language }: NewText) => {
    router.history.push(pageOf(`${folder}/${slug.trim()}/${language}.md`))
    return Promise.resolve(true)
  })
  return (
    <Dialog title={t('content.new_title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('content.new_text')}</p>
        <FormSelect
          control={control}
          name="folder"
          label={t('content.kind')}
          autoComplete="off"
          isRequired
          options={['pages', 'snippets'].map((id) => ({ id, label: id }))}
        />
        <FormTextField control={control} name="slug" label={t('content.slug')} help={t('content.slug_help')} autoComplete="off" maxLength={100} isRequired />
        <FormSelect
          control={control}
          name="language"
          label={t('language')}
          autoComplete="off"
          isRequired
          options={LANGUAGES.map((id) => ({ id, label: id }))}
        />
        <FormEnd confirm={t('content.new_action')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
