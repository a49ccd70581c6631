import { useNavigate, useSearch } from '@tanstack/react-router'
import { FairnessPage } from '@/features/fairness/components/FairnessPage'

/** The player's seeds and the check of the round that the address names. */
export function FairnessRoute() {
  const { round } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <FairnessPage
      roundId={round ?? ''}
      onRound={(id) => void navigate({ to: '/profile/fairness', search: { round: id }, replace: true, resetScroll: false })}
    />
  )
}
