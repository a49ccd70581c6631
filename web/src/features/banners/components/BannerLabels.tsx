/** Small words above a banner's headline. */
export function BannerLabels({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null
  return (
    <ul className="mb-3 flex flex-wrap gap-2">
      {labels.map((label) => (
        <li key={label} className="rounded-full border border-text/20 bg-scrim/60 px-3 py-1 text-xs font-semibold text-text backdrop-blur-md">
          {label}
        </li>
      ))}
    </ul>
  )
}
