import type { Banner } from '@/features/banners/model/banner'

/** A banner of the lobby that everybody sees, with anything changed that a test is about. */
export function aBanner(changes: Partial<Banner> = {}): Banner {
  return {
    id: 1,
    categories: ['home'],
    groups: [],
    liveTime: { start: null, end: null },
    image: null,
    title: { text: 'A night out' },
    description: { text: '' },
    gradient: ['#000000', '#111111', '#222222', '#333333'],
    labels: [],
    size: 'large',
    button: null,
    secondButton: null,
    timer: null,
    variables: {},
    ...changes,
  }
}
