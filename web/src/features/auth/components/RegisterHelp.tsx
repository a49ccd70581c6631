import { ApiError } from '@/api/errors'
import { t } from '@/i18n/messages'
import { TextLink } from '@/ui/Link'

/** The way to addresses for help, for somebody whom the national register of self-excluded people lists. */
export function RegisterHelp({ failure }: { failure: unknown }) {
  if (!(failure instanceof ApiError && failure.code === 'register_excluded')) return null
  return (
    <p className="text-sm">
      <TextLink to="/responsible-gaming" target="_blank" className="underline">
        {t('nav.responsible')}
      </TextLink>
    </p>
  )
}
