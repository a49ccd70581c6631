import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { changeFlag, flagQuery, FLAGS } from '../../api/flags'
import { useMay } from '../../api/me'
import type { FlagPage as Found, FlagRule } from '../../api/types'
import { t } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { OnOff, Pages } from './FlagsPage'
import { isRuleWhole, nameOf, ruleOf, whomOf } from './rule'
import { RuleFields } from './RuleFields'
import { TestResults } from './TestResults'

const route = getRouteApi('/member/flags/$name')

/** A switch: whom it is on for, which pages ask it, and its versions. */
export function FlagPage() {
  const { name } = route.useParams()
  const flag = useQuery(flagQuery(name))
  return (
    <>
      <Link to="/flags" className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('flags.back')}
      </Link>
      {/* Another version is another form. */}
      <Loaded query={flag} isPage>
        {(found) => (
          <>
            <Editor key={`${found.flag.name} ${found.versions[0]?.version ?? 0}`} found={found} />
            {found.flag.variants.length > 0 && <TestResults name={found.flag.name} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** The form of one switch, with its history beside it. */
export function Editor({ found }: { found: Found }) {
  const { flag } = found
  const mayChange = useMay()('content.publish')
  const [rule, setRule] = useState(() => ruleOf(flag))
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <PageHead title={nameOf(flag.name)} lead={<Pages pages={flag.pages} />} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title={t('flags.rule')} actions={<OnOff isOn={ruleOf(flag).is_on} />}>
          <form
            className="space-y-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              setSaving(true)
            }}
          >
            {!mayChange && <Alert>{t('flags.read_only')}</Alert>}
            <RuleFields rule={rule} found={found} isReadOnly={!mayChange} onChange={setRule} />
            {mayChange && (
              <Button type="submit" isDisabled={!isRuleWhole(rule)}>
                {t('flags.save')}
              </Button>
            )}
          </form>
        </Panel>
        <Versions found={found} onTake={mayChange ? setRule : undefined} />
      </div>
      {isSaving && <SaveDialog found={found} rule={rule} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveDialog({ found, rule, onClose }: { found: Found; rule: FlagRule; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { name } = found.flag
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: FLAGS })
  }
  return (
    <ReasonDialog
      title={t('flags.save_title', { name: nameOf(name) })}
      text={rule.is_on ? t('flags.save_text', { whom: whomOf(rule, found) }) : t('flags.save_text_off')}
      confirm={t('flags.save')}
      run={(reason, key) => changeFlag(name, found.versions[0]?.version ?? 0, rule, reason, key)}
      onDone={() => {
        showToast('successfully', t('flags.saved', { name: nameOf(name) }))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

function Versions({ found, onTake }: { found: Found; onTake: ((rule: FlagRule) => void) | undefined }) {
  const { versions } = found
  return (
    <Panel title={t('flags.versions')}>
      {versions.length === 0 && <p className="text-sm text-muted">{t('flags.no_versions')}</p>}
      <ol className="space-y-3 text-sm">
        {versions.map(({ version, rule, reason, by, at }) => (
          <li key={version}>
            <p>
              <span className="font-medium">{t('flags.version', { version })}</span> {rule.is_on ? whomOf(rule, found) : t('flags.off')}
            </p>
            <p className="text-xs break-words text-muted">
              {by}: {reason} · <Time at={at} />
            </p>
            {onTake && (
              <Button size="s" variant="ghost" onPress={() => onTake(rule)}>
                {t('flags.take')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
