import { Link } from '@tanstack/react-router'
import { useFraudDryRun } from '../../../api/costs'
import { t } from '../../../i18n/texts'
import { totals } from './dryRunTotals'

/** What the draft of the fraud rules would have decided, beside the step that publishes it; nothing before somebody has asked. */
export function DryRunLead({ path, revision }: { path: string; revision: number }) {
  const { data } = useFraudDryRun()
  const found = data?.revision === revision ? data.found : null
  return (
    <p className="text-sm text-muted">
      {found && <>{totals(found)} · </>}
      <Link
        to="/content/document/$"
        params={{ _splat: path.replace(/\.toml$/, '') }}
        search={{ view: 'dry_run' }}
        className="text-link underline-offset-4 hover:underline"
      >
        {t('dry_run.title')}
      </Link>
    </p>
  )
}
