import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { showToast } from '@/ui/toast'
import { actOnMassGift, MASS_GIFTS, massGiftQuery, type MassGiftStep } from '../../api/massGifts'
import { meQuery } from '../../api/me'
import type { MassGift, MassGiftPage as Page } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FileLink } from '../../ui/FileLink'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { stepsFor } from './massGiftRules'
import { Progress, Receivers, Standing } from './parts'

const route = getRouteApi('/member/mass-gifts/$id')

/** A mass gift: how far it is, what came of its members, and what can be done about it. */
export function MassGiftPage() {
  const { id } = route.useParams()
  const page = useQuery(massGiftQuery(Number(id)))
  return (
    <>
      <Link to="/mass-gifts" className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('mass_gifts.back')}
      </Link>
      <Loaded query={page} isPage>
        {(found) => <Found page={found} />}
      </Loaded>
    </>
  )
}

function Found({ page }: { page: Page }) {
  const { mass_gift: gift, failures } = page
  return (
    <>
      <PageHead title={gift.name} lead={gift.title} actions={<Steps gift={gift} />} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('mass_gifts.progress')}>
          <Standing gift={gift} />
          <div className="mt-3">
            <Progress gift={gift} />
          </div>
        </Panel>
        <Outcome page={page} />
        <Details page={page} />
        {failures.length > 0 && <Failures failures={failures} />}
      </div>
    </>
  )
}

function Steps({ gift }: { gift: MassGift }) {
  const { data: me } = useQuery(meQuery)
  const [step, setStep] = useState<MassGiftStep | null>(null)
  const steps = me ? stepsFor(gift, me) : []
  return (
    <>
      {steps.map((choice) => (
        <Button key={choice} size="s" variant={choice === 'approve' || choice === 'resume' ? 'primary' : 'secondary'} onPress={() => setStep(choice)}>
          {t(`mass_gifts.${choice}`)}
        </Button>
      ))}
      {step && <StepDialog gift={gift} step={step} onClose={() => setStep(null)} />}
    </>
  )
}

function StepDialog({ gift, step, onClose }: { gift: MassGift; step: MassGiftStep; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: MASS_GIFTS })
  }
  return (
    <ReasonDialog
      title={t(`mass_gifts.${step}_title`)}
      text={
        <>
          <p className="font-medium text-text">
            {gift.name}: {gift.title}
          </p>
          <p className="mt-1">{t(`mass_gifts.${step}_text`)}</p>
          {step === 'approve' && <Worth cents={gift.worth_cents} />}
        </>
      }
      confirm={t(`mass_gifts.${step}`)}
      tone={step === 'cancel' ? 'danger' : 'primary'}
      run={(reason, key) => actOnMassGift(gift.id, step, reason, key)}
      onDone={() => {
        showToast('successfully', t(`mass_gifts.${step}_done`))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

/** What all can cost at most. */
function Worth({ cents }: { cents: number | null }) {
  return (
    <p className="mt-1">
      {t('mass_gifts.worth_label')}: {cents === null ? '–' : <Amount cents={cents} currency="EUR" />}
    </p>
  )
}

function Outcome({ page: { mass_gift, outcomes } }: { page: Page }) {
  return (
    <Panel title={t('mass_gifts.outcome')} actions={<FileLink href={`/api/mass-gifts/${mass_gift.id}/outcome`}>{t('list.csv')}</FileLink>}>
      <DescriptionList>
        {outcomes.map(({ outcome, players }) => (
          <Description key={outcome} label={t(`mass_gift_outcome.${outcome}`)}>
            <span className="tabular">{players.toLocaleString(currentLocale())}</span>
          </Description>
        ))}
      </DescriptionList>
    </Panel>
  )
}

function Details({ page: { mass_gift: gift, worths } }: { page: Page }) {
  return (
    <Panel title={t('mass_gifts.details')}>
      <DescriptionList>
        <Description label={t('mass_gifts.what')}>
          {gift.title} ({gift.code})
        </Description>
        <Description label={t('mass_gifts.to')}>
          <Receivers gift={gift} />
        </Description>
        <Description label={t('mass_gifts.worth_label')}>{gift.worth_cents === null ? '–' : <Amount cents={gift.worth_cents} currency="EUR" />}</Description>
        {worths.map(({ currency, euro_cents }) => (
          <Description key={currency} label={currency}>
            {euro_cents === null ? '–' : <Amount cents={euro_cents} currency="EUR" />}
          </Description>
        ))}
        <Description label={t('reason.label')}>
          {gift.by}: {gift.reason} · <Time at={gift.created_at} />
        </Description>
        {gift.approval && (
          <Description label={t('mass_gifts.approved_by')}>
            {gift.approval.by}: {gift.approval.reason} · <Time at={gift.approval.at} />
          </Description>
        )}
        {gift.change && (
          <Description label={t('mass_gifts.changed_by')}>
            {gift.change.by}: {gift.change.reason} · <Time at={gift.change.at} />
          </Description>
        )}
      </DescriptionList>
    </Panel>
  )
}

function Failures({ failures }: Pick<Page, 'failures'>) {
  return (
    <Panel title={t('mass_gifts.failures')}>
      <ul className="space-y-2 text-sm">
        {failures.map(({ player, error }) => (
          <li key={player}>
            <Link to="/players/$id" params={{ id: String(player) }} className="text-link underline-offset-4 hover:underline">
              #{player}
            </Link>
            <span className="block text-xs break-words text-muted">{error}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
