import type { ReactNode } from 'react'
import { t } from '@/i18n/messages'
import { EmptyState } from './EmptyState'
import { LazyDrawing } from './LazyDrawing'
import { ButtonLink } from './Link'

const reel = async () => (await import('./drawings')).BrokenReel

interface OopsStateProps {
  /** Whom the visitor may write to; without it only the lobby is offered. */
  supportEmail: string | undefined
  /** The first thing to try; the lobby and support stand beside it. */
  action?: ReactNode
}

/** Something failed on the operator's side: what to try, the way to the lobby, and support. */
export function OopsState({ supportEmail, action }: OopsStateProps) {
  return (
    <div className="content grid min-h-[60vh] place-items-center">
      <EmptyState
        level={1}
        drawing={<LazyDrawing load={reel} width={300} />}
        title={t('oops.title')}
        text={t('oops.text')}
        action={
          <div className="flex flex-wrap items-center justify-center gap-3">
            {action}
            <ButtonLink to="/" variant={action ? 'secondary' : 'primary'}>
              {t('notfound.action')}
            </ButtonLink>
            {supportEmail && (
              <a
                href={`mailto:${supportEmail}`}
                className="inline-flex min-h-11 items-center rounded-s px-2 text-sm font-semibold text-link underline-offset-4 hover:underline"
              >
                {t('oops.support')}
              </a>
            )}
          </div>
        }
      />
    </div>
  )
}
