import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { projectQuery } from '@/api/info/reference'
import type { Game, LaunchMode } from '@/api/types'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { HeroArt } from '@/ui/HeroArt'
import { wasSpecialSlotShown, noteSpecialSlotShown } from '../model/specialSlot'

/** Draws the text of the operator with this id. */
export type SnippetById = (id: string) => ReactNode

interface SpecialSlotProps {
  game: Game
  mode: LaunchMode
  text: SnippetById
  /** The running game. */
  children: ReactNode
}

/** Lets a game begin; the first time for money, one that the operator calls special begins after a popup about it. */
export function SpecialSlot({ game, mode, text, children }: SpecialSlotProps) {
  const { data: project, isPending } = useQuery(projectQuery)
  const [wasShown, setShown] = useState(() => wasSpecialSlotShown(game.identifier))
  const about = project?.special_slots[game.identifier]
  const isDue = mode === 'real' && !wasShown
  if (isDue && isPending) return <HeroArt game={game} />
  if (!isDue || about === undefined) return children
  return (
    <>
      <HeroArt game={game} />
      <SpecialSlotDialog game={game} onPlay={() => setShown(true)}>
        {text(about)}
      </SpecialSlotDialog>
    </>
  )
}

function SpecialSlotDialog({ game, onPlay, children }: { game: Game; onPlay: () => void; children: ReactNode }) {
  const navigate = useNavigate()
  useEffect(() => noteSpecialSlotShown(game.identifier), [game.identifier])
  const leave = () => void navigate({ to: '.', search: (search) => ({ ...search, mode: undefined }), replace: true })
  return (
    <Dialog title={game.title} onClose={leave} size="s">
      <div className="mb-6 text-soft">{children}</div>
      <Button wide icon="play" onPress={onPlay}>
        {t('play.real')}
      </Button>
    </Dialog>
  )
}
