import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WidePicture } from './WidePicture'

function drawn(image: string) {
  const { container } = render(<WidePicture image={image} sizes="50vw" eager className="" />)
  const of = (selector: string, ...names: string[]) => names.map((name) => container.querySelector(selector)?.getAttribute(name) ?? null)
  return { source: of('source', 'srcset', 'sizes'), img: of('img', 'src', 'srcset', 'sizes') }
}

const widths = (start: string, end: string) => [768, 1280, 1920].map((width) => `${start}${width}${end} ${width}w`).join(', ')

test('a browser chooses among as many files as the address names', () => {
  expect(drawn('/art/a-{width}.{format}')).toEqual({
    source: [widths('/art/a-', '.avif'), '50vw'],
    img: ['/art/a-1280.webp', widths('/art/a-', '.webp'), '50vw'],
  })
  expect(drawn('/media/a-{width}.png')).toEqual({ source: [null, null], img: ['/media/a-1280.png', widths('/media/a-', '.png'), '50vw'] })
  expect(drawn('/media/a.svg')).toEqual({ source: [null, null], img: ['/media/a.svg', null, null] })
})
