import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where the pictures of a run are reported. */
export const GALLERY = join(import.meta.dirname, '../../../target/gallery')

/** Writes the page that shows every picture of the run, one row an address. */
export default function report(): void {
  const pictures = readdirSync(GALLERY, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.png'))
    .sort()
  const rows = new Map<string, string[]>()
  for (const path of pictures) {
    const name = basename(path, '.png')
    rows.set(name, [...(rows.get(name) ?? []), path])
  }
  const figure = (path: string) =>
    `<figure><a href="${path}"><img src="${path}" loading="lazy" alt=""></a><figcaption>${path.split('/').slice(0, -1).join(' · ')}</figcaption></figure>`
  const body = [...rows].map(([name, paths]) => `<section><h2>${name}</h2><div>${paths.map(figure).join('')}</div></section>`)
  writeFileSync(
    join(GALLERY, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>
body{font:14px system-ui;margin:24px;background:#888}section>div{display:flex;gap:16px;align-items:start;overflow-x:auto}
figure{margin:0}img{height:420px;border-radius:6px}figcaption{padding:4px 0}</style>${body.join('\n')}`,
  )
}
