import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState, type UseNavigateResult } from '@tanstack/react-router'
import { useEffect } from 'react'
import { playerQuery } from '@/api/session/player'
import { commandOf, type HashCommand } from '@/routes/addresses'
import { guardOf } from '@/routes/addressTable'
import { openChat } from '@/domain/chat'

const ANCHOR_RETRY_MS = 200
const ANCHOR_TRIES_MAX = 25
/** How long a hash stays in the address before what it asks for is done and it is taken away. */
const COMMAND_MS = 1_000

/**
 * Obeys a hash that is a command (`#sign-in`, `#chat`, `#sport_live`), and scrolls to any other once its place is there:
 * lists may bring it in later, so it is looked for every 200 ms for at most 5 s. A question that is folded is unfolded.
 */
export function useHashes(): void {
  // The hash of the page on show, not of one still loading: the modal belongs over that page.
  const hash = useRouterState({ select: (state) => state.resolvedLocation?.hash })
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (!hash) return
    const command = commandOf(hash)
    if (!command) return scrollTo(hash)
    const left = new AbortController()
    void obey(command, { navigate, client, left: left.signal })
    return () => left.abort()
  }, [hash, navigate, client])
}

interface Obeying {
  navigate: UseNavigateResult<string>
  client: QueryClient
  /** Aborted once another hash is on show. */
  left: AbortSignal
}

/** Does what a hash asks for and takes it out of the history, so that going back does not ask again. */
async function obey(command: HashCommand, { navigate, client, left }: Obeying): Promise<void> {
  if (command.name === 'open' && (await mayOpen(command.href, client))) {
    if (!left.aborted) await navigate({ to: command.href as '/', replace: true })
    return
  }
  const timer = setTimeout(() => {
    if (command.name === 'go') void navigate({ to: command.href as '/', replace: true })
    else {
      if (command.name === 'chat') openChat()
      void navigate({ to: '.', hash: '', search: (search) => search, replace: true, resetScroll: false })
    }
  }, COMMAND_MS)
  left.addEventListener('abort', () => clearTimeout(timer))
}

/** A player has no use for what only guests may open. */
async function mayOpen(href: string, client: QueryClient): Promise<boolean> {
  if (guardOf(href) !== 'guest') return true
  const player = await client.ensureQueryData(playerQuery).catch(() => null)
  return player === null
}

function scrollTo(hash: string): () => void {
  let tries = 0
  const timer = setInterval(() => {
    tries += 1
    const target = document.getElementById(hash)
    if (target) unfold(target)
    target?.scrollIntoView()
    if (target || tries >= ANCHOR_TRIES_MAX) clearInterval(timer)
  }, ANCHOR_RETRY_MS)
  return () => clearInterval(timer)
}

/** Opens what folds `target` away, and `target` itself where it folds. */
function unfold(target: Element): void {
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
}
