import { Link } from '@tanstack/react-router'
import { useCost } from '../../../api/costs'
import { say } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'

/** What the draft would have cost, beside the step that publishes it; nothing before somebody has asked. */
export function CostLead({ path, revision }: { path: string; revision: number }) {
  const { data } = useCost(path)
  const cost = data?.revision === revision ? data.cost : null
  return (
    <p className="text-sm text-muted">
      {cost && (
        <>
          {say('cost.old')} <Amount cents={cost.old.euro_cents} currency="EUR" /> · {say('cost.new')} <Amount cents={cost.new.euro_cents} currency="EUR" /> ·{' '}
        </>
      )}
      <Link to="/content/document/$" params={{ _splat: path.replace(/\.toml$/, '') }} search={{ view: 'cost' }} className="text-link underline-offset-4 hover:underline">
        {say('cost.title')}
      </Link>
    </p>
  )
}
