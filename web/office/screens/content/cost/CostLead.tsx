import { Link } from '@tanstack/react-router'
import { useCost } from '../../../api/costs'
import { t } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'

/** What the draft would have cost, beside the step that publishes it; nothing before somebody has asked. */
export function CostLead({ path, revision }: { path: string; revision: number }) {
  const { data } = useCost(path)
  const cost = data?.revision === revision ? data.cost : null
  return (
    <p className="text-sm text-muted">
      {cost && (
        <>
          {t('cost.old')} <Amount cents={cost.old.euro_cents} currency="EUR" /> · {t('cost.new')} <Amount cents={cost.new.euro_cents} currency="EUR" /> ·{' '}
        </>
      )}
      <Link
        to="/content/document/$"
        params={{ _splat: path.replace(/\.toml$/, '') }}
        search={{ view: 'cost' }}
        className="text-link underline-offset-4 hover:underline"
      >
        {t('cost.title')}
      </Link>
    </p>
  )
}
