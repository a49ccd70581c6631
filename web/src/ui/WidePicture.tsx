import { wideSources, wideUrl } from '@/domain/widePicture'

interface WidePictureProps {
  /** Its address. It names `{width}` where there are several, and `{format}` after that where there are several. */
  image: string
  /** The `sizes` of the place it stands in. */
  sizes: string
  /** What is seen first: it loads at once instead of when it scrolls near. */
  eager?: boolean
  className: string
}

/** A picture of 16:9 of which a browser loads what its window needs, as far as the operator has it. It says nothing in words. */
export function WidePicture({ image, sizes, eager = false, className }: WidePictureProps) {
  const chosen = image.includes('{width}') && { srcSet: wideSources(image, 'webp'), sizes }
  return (
    <picture className="contents">
      {image.includes('{format}') && <source type="image/avif" srcSet={wideSources(image, 'avif')} sizes={sizes} />}
      <img
        src={wideUrl(image)}
        {...chosen}
        alt=""
        width={1280}
        height={720}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        className={className}
      />
    </picture>
  )
}
