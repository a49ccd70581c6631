import { Link } from '@tanstack/react-router'
import { dayText } from '@/i18n/names'
import { WidePicture } from '@/ui/WidePicture'
import type { Article } from '../model/news'

/**
 * How wide cards stand: half of a tablet. A phone is told that too, though it has one in a row, so that one with three
 * pixels a point takes the small picture: nobody sees the third of them, and the next picture has three times as many.
 */
const CARD_SIZES = '(width >= 1000px) 400px, 50vw'

interface ArticleCardsProps {
  articles: readonly Article[]
  /** That of their titles. */
  level: 2 | 3
  /** So many have their pictures in the first window. */
  eager?: number
}

/** Articles as cards, as many in a row as there is room for: picture, day, title, and what they are about. */
export function ArticleCards({ articles, level, eager = 0 }: ArticleCardsProps) {
  const Title = `h${level}` as const
  return (
    <div className="@container">
      <ul className="grid gap-5 @xl:grid-cols-2 @4xl:grid-cols-3">
        {articles.map((article, place) => (
          <li key={article.path}>
            <article className="group relative flex h-full flex-col overflow-hidden rounded-l border border-line bg-surface hover:border-line-strong">
              <WidePicture image={article.image} sizes={CARD_SIZES} eager={place < eager} className="aspect-video w-full bg-raised object-cover" />
              <div className="flex flex-1 flex-col p-5">
                <time dateTime={article.date} className="text-xs text-muted">
                  {dayText(article.date)}
                </time>
                <Title className="mt-2 font-display text-lg font-semibold">
                  <Link to={article.path} className="after:absolute after:inset-0 group-hover:text-accent">
                    {article.title}
                  </Link>
                </Title>
                <p className="mt-2 text-sm text-soft">{article.description}</p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </div>
  )
}
