import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { flagsQuery } from '../../api/flags'
import type { FlagView } from '../../api/types'
import { t } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded, State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'
import { nameOf, ruleOf, whomOf } from './rule'

/** The switches of the site: how each stands, for whom, and who has changed it last. */
export function FlagsPage() {
  const flags = useQuery(flagsQuery)
  return (
    <>
      <PageHead title={t('flags.title')} lead={t('flags.lead')} />
      <Loaded query={flags}>
        {(found) => (found.length === 0 ? <State icon="panel" title={t('flags.none')} text={t('flags.none_text')} /> : <Grid flags={found} />)}
      </Loaded>
    </>
  )
}

function Grid({ flags }: { flags: readonly FlagView[] }) {
  return (
    <Panel title={t('flags.title')}>
      <DataGrid
        label={t('flags.title')}
        rows={flags}
        rowKey={({ name }) => name}
        columns={[
          { label: t('flags.name'), cell: (flag) => <Name flag={flag} /> },
          { label: t('flags.state'), cell: (flag) => <OnOff isOn={ruleOf(flag).is_on} /> },
          { label: t('flags.for'), cell: (flag) => <For flag={flag} /> },
          { label: t('flags.pages'), cell: ({ pages }) => <Pages pages={pages} /> },
          { label: t('flags.last_change'), cell: (flag) => <Last flag={flag} /> },
        ]}
      />
    </Panel>
  )
}

function Name({ flag: { name } }: { flag: FlagView }) {
  return (
    <>
      <Link to="/flags/$name" params={{ name }} className="rounded-s font-medium text-link underline-offset-4 hover:underline">
        {nameOf(name)}
      </Link>
      <code className="block text-xs text-muted">{name}</code>
    </>
  )
}

/** Whether a switch is on. */
export function OnOff({ isOn }: { isOn: boolean }) {
  return <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'flags.on' : 'flags.off')}</Badge>
}

function For({ flag }: { flag: FlagView }) {
  const rule = ruleOf(flag)
  return rule.is_on ? whomOf(rule) : '–'
}

/** The addresses that ask a switch. */
export function Pages({ pages }: { pages: readonly string[] }) {
  return pages.length > 0 ? <code className="text-xs">{pages.join(', ')}</code> : <span className="text-muted">{t('flags.no_pages')}</span>
}

function Last({ flag: { in_force, of_content } }: { flag: FlagView }) {
  if (!in_force) return <span className="text-muted">{t((of_content ?? null) === null ? 'flags.not_named' : 'flags.by_content')}</span>
  return (
    <>
      {in_force.by}: {in_force.reason}
      <span className="block text-xs text-muted">
        <Time at={in_force.at} />
      </span>
    </>
  )
}
