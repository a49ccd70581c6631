import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { ButtonLink } from '@/ui/Link'

/** The last word of the lobby to a guest: a band of light and one action. */
export function ClosingCall() {
  const player = usePlayer()
  if (player !== null) return null
  return (
    <section className="relative overflow-hidden rounded-l border border-line/70 bg-[radial-gradient(70%_140%_at_15%_120%,rgb(61_245_167/0.28),transparent),radial-gradient(60%_130%_at_55%_130%,rgb(42_212_230/0.24),transparent),radial-gradient(60%_140%_at_95%_120%,rgb(139_92_255/0.32),transparent)] bg-surface px-6 py-12 text-center md:py-16">
      <h2 className="mx-auto max-w-2xl text-2xl font-semibold md:text-3xl">{t('closing.title')}</h2>
      <p className="mx-auto mt-3 max-w-xl text-soft">{t('closing.text')}</p>
      <ButtonLink to="/sign-up" size="l" className="mt-7">
        {t('hero.sign_up')}
      </ButtonLink>
    </section>
  )
}
