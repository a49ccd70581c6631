import { useFilledCollections } from '@/api/info/catalogue'
import { CategoryTabs, categoryHref, categoryTitle } from '@/features/catalogue/components/CategoryTabs'
import { GameRow } from '@/features/catalogue/components/GameRow'

/** The front page of the house. */
export function LobbyPage() {
  const collections = useFilledCollections()
  return (
    <div className="content space-y-10 py-6">
      <CategoryTabs />
      {collections.map((collection) => (
        <GameRow
          key={collection.id}
          title={categoryTitle(collection.id, collection.title)}
          filter={{ categories: [collection.id] }}
          allHref={categoryHref(collection.id)}
        />
      ))}
    </div>
  )
}
