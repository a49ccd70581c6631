import type { OfferChoices, OfferContributions, OfferGames } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { NameChip } from '../../../ui/NameChip'
import { BLANK, NumberBlank } from './blanks'

/** A game or a category, told apart by the word before the colon. */
type Name = `game:${string}` | `category:${string}`

const nameOf = (isGame: boolean, id: string): Name => (isGame ? `game:${id}` : `category:${id}`)

/** A game by its title, or a category by its id. */
function shownName(name: Name, { games }: OfferChoices): string {
  const [kind = '', id = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  if (kind === 'category') return t('offers.category', { id })
  return games.find(({ identifier }) => identifier === id)?.title ?? id
}

interface AddProps {
  label: string
  taken: readonly Name[]
  choices: OfferChoices
  onAdd: (name: Name) => void
  /** Whether categories are offered as well. */
  hasCategories?: boolean
}

/** Chooses one more game or category. */
export function AddGame({ label, taken, choices, onAdd, hasCategories = true }: AddProps) {
  const all: Name[] = [
    ...(hasCategories ? choices.categories.map((id) => nameOf(false, id)) : []),
    ...choices.games.map(({ identifier }) => nameOf(true, identifier)),
  ]
  const left = all.filter((name) => !taken.includes(name))
  return (
    <select
      aria-label={label}
      value=""
      onChange={({ target }) => {
        const chosen = left.find((name) => name === target.value)
        if (chosen) onAdd(chosen)
      }}
      className={BLANK}
    >
      <option value="">{t('offers.add_game')}</option>
      {left.map((name) => (
        <option key={name} value={name}>
          {shownName(name, choices)}
        </option>
      ))}
    </select>
  )
}

interface GameSetProps {
  label: string
  chosen: OfferGames
  onChange: (chosen: OfferGames) => void
  choices: OfferChoices
  isReadOnly: boolean
}

/** Games and categories that are named. */
export function GameSet({ label, chosen, onChange, choices, isReadOnly }: GameSetProps) {
  const taken: Name[] = [...chosen.categories.map((id) => nameOf(false, id)), ...chosen.games.map((id) => nameOf(true, id))]
  const change = (names: readonly Name[]) => {
    const ids = (kind: string) => names.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length))
    onChange({ games: ids('game:'), categories: ids('category:') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {taken.map((name) => (
        <Chip key={name} name={name} choices={choices} onRemove={isReadOnly ? undefined : () => change(taken.filter((other) => other !== name))} />
      ))}
      {taken.length === 0 && <span className="text-sm text-muted">{t('offers.no_games')}</span>}
      {!isReadOnly && <AddGame label={t('offers.add_to', { list: label })} taken={taken} choices={choices} onAdd={(name) => change([...taken, name])} />}
    </div>
  )
}

/** A game that is named, and the way to take it out. */
export function Chip({ name, choices, onRemove }: { name: Name; choices: OfferChoices; onRemove: (() => void) | undefined }) {
  return <NameChip name={shownName(name, choices)} onRemove={onRemove} />
}

interface GamePercentsProps {
  contributions: OfferContributions
  onChange: (contributions: OfferContributions) => void
  choices: OfferChoices
  isReadOnly: boolean
}

/** How many percent of a stake count on games and categories that are named. */
export function GamePercents({ contributions, onChange, choices, isReadOnly }: GamePercentsProps) {
  const rows: { name: Name; isGame: boolean; id: string; percent: number }[] = [
    ...Object.entries(contributions.categories).map(([id, percent]) => ({ name: nameOf(false, id), isGame: false, id, percent })),
    ...Object.entries(contributions.games).map(([id, percent]) => ({ name: nameOf(true, id), isGame: true, id, percent })),
  ]
  const put = (isGame: boolean, id: string, percent: number | null) => {
    const part = isGame ? 'games' : 'categories'
    const rest = Object.fromEntries(Object.entries(contributions[part]).filter(([other]) => percent !== null || other !== id))
    onChange({ ...contributions, [part]: percent === null ? rest : { ...rest, [id]: percent } })
  }
  return (
    <>
      <ul className="space-y-1">
        {rows.map(({ name, isGame, id, percent }) => (
          <li key={name} className="flex flex-wrap items-center gap-2 text-sm">
            <Chip name={name} choices={choices} onRemove={isReadOnly ? undefined : () => put(isGame, id, null)} />
            <NumberBlank
              label={t('offers.percent_of', { name: shownName(name, choices) })}
              value={percent}
              onChange={(typed) => put(isGame, id, typed ?? 0)}
              isDisabled={isReadOnly}
            />{' '}
            %
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <AddGame
          label={t('offers.add_to', { list: t('offer_field.contributions') })}
          taken={rows.map(({ name }) => name)}
          choices={choices}
          onAdd={(name) => put(name.startsWith('game:'), name.slice(name.indexOf(':') + 1), 100)}
        />
      )}
    </>
  )
}
