import { HelpAddresses } from '@/features/content/components/HelpAddresses'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon, type IconName } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { OwnText } from './OwnText'

const RULES: { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'wallet', title: 'responsible.budget_title', text: 'responsible.budget_text' },
  { icon: 'clock', title: 'responsible.time_title', text: 'responsible.time_text' },
  { icon: 'chart', title: 'responsible.edge_title', text: 'responsible.edge_text' },
  { icon: 'warning', title: 'responsible.chase_title', text: 'responsible.chase_text' },
]

const SIGNS: MessageKey[] = ['responsible.sign_1', 'responsible.sign_2', 'responsible.sign_3', 'responsible.sign_4']

/** How to keep gambling a pastime, and when to stop: as the operator has written it, else as the site says it. */
export function ResponsiblePage() {
  return (
    <OwnText path="/responsible-gaming">
      <Advice />
    </OwnText>
  )
}

function Advice() {
  return (
    <div className="content max-w-5xl py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('nav.responsible')}</h1>
      <p className="mt-3 max-w-2xl text-lg text-soft">{t('responsible.lead')}</p>
      <ul className="mt-8 grid gap-4 md:grid-cols-2">
        {RULES.map((rule) => (
          <li key={rule.title} className="rounded-l border border-line bg-surface p-6">
            <Icon name={rule.icon} size={26} className="text-info" />
            <h2 className="mt-4 text-lg font-semibold">{t(rule.title)}</h2>
            <p className="mt-2 text-soft">{t(rule.text)}</p>
          </li>
        ))}
      </ul>
      <section className="mt-10 rounded-l border border-line bg-surface p-6 md:p-8">
        <h2 className="text-xl font-semibold">{t('limits.title')}</h2>
        <p className="mt-3 text-soft">{t('limits.lead')}</p>
        <ButtonLink to="/profile/limits" variant="secondary" className="mt-5">
          {t('limits.to_limits')}
        </ButtonLink>
      </section>
      <section className="mt-10 rounded-l border border-warning/30 bg-warning/5 p-6 md:p-8">
        <h2 className="text-xl font-semibold">{t('responsible.signs_title')}</h2>
        <ul className="mt-4 space-y-2.5 text-soft">
          {SIGNS.map((sign) => (
            <li key={sign} className="flex gap-3">
              <Icon name="info" className="mt-px shrink-0 text-warning" />
              {t(sign)}
            </li>
          ))}
        </ul>
        <p className="mt-5 text-text">{t('responsible.help')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/support" variant="secondary">
            {t('responsible.write')}
          </ButtonLink>
          <ButtonLink to="/profile/limits" variant="secondary">
            {t('limits.type.selfexclusion')}
          </ButtonLink>
        </div>
      </section>
      <HelpAddresses />
    </div>
  )
}
