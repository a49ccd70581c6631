import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '@/api/info/brand'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { ConnectionFacts } from '@/features/content/components/ConnectionFacts'
import { ContactForm } from '@/features/content/components/ContactForm'
import { ManagerCard } from '@/features/content/components/ManagerCard'
import { subjectOf } from '@/features/content/model/contactTopics'
import { t } from '@/i18n/messages'
import { openChat } from '@/domain/chat'
import { fullName } from '@/domain/player/fullName'
import { Button } from '@/ui/Button'
import { Icon, type IconName } from '@/ui/Icon'
import { TextLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { OwnText } from './OwnText'

/** Help from people: the operator's own page of that name when it has written one, else a form and how to reach it. */
export function SupportPage() {
  return (
    <OwnText path="/support">
      <Support />
    </OwnText>
  )
}

function Support() {
  const brand = useBrand()
  const player = usePlayer()
  const { topic }: { topic?: unknown } = useSearch({ strict: false })
  const subject = subjectOf(topic)
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('contact.title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t('contact.lead', { brand })}</p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-8">
        <section aria-label={t('contact.form')} className="rounded-l border border-line bg-surface p-5 md:p-7">
          {/* Who writes is filled in, so the form waits until the operator has said who that is. */}
          {player === undefined ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            <ContactForm key={`${player?.id} ${subject}`} known={{ email: player?.email ?? '', name: fullName(player) }} subject={subject} />
          )}
        </section>
        <div className="space-y-5">
          <ManagerCard />
          <Ways />
          <ConnectionFacts />
        </div>
      </div>
    </div>
  )
}

/** The other ways to help. */
function Ways() {
  const project = useQuery(projectQuery).data
  const mail = project?.support_email
  const phone = project?.support.phone
  return (
    <section className="rounded-l border border-line bg-surface p-5">
      <h2 className="font-sans text-sm font-semibold">{t('contact.ways')}</h2>
      <Button onPress={openChat} className="mt-4 w-full">
        <Icon name="support" size={20} /> {t('chat.open')}
      </Button>
      <ul className="mt-3 space-y-1 text-sm text-soft">
        {mail && (
          <Way icon="mail">
            <a href={`mailto:${mail}`} className="break-all text-link underline-offset-4 hover:underline">
              {mail}
            </a>
          </Way>
        )}
        {phone && (
          <Way icon="support">
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="text-link underline-offset-4 hover:underline">
              {phone}
            </a>
          </Way>
        )}
        {project?.support.hours && <Way icon="clock">{t('contact.hours', { hours: project.support.hours })}</Way>}
        <Way icon="info">
          <TextLink to="/$text" params={{ text: 'faq' }}>
            {t('contact.faq')}
          </TextLink>
        </Way>
        <Way icon="shield">
          <TextLink to="/responsible-gaming">{t('nav.responsible')}</TextLink>
        </Way>
      </ul>
    </section>
  )
}

function Way({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Icon name={icon} size={20} className="shrink-0 text-muted" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
