import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '@/i18n/messages'
import { english } from '../../i18n/english'
import { Settings } from './Settings'

beforeAll(() => setMessages('en', english))

test('each setting tells where it was set', () => {
  render(
    <Settings
      settings={[
        { name: 'database_url', value: 'set', source: 'variable', named: 'DATABASE_URL' },
        { name: 'listen', value: '127.0.0.1:8080', source: 'default', named: null },
        { name: 'mmdb', value: '', source: 'file', named: 'croupier.toml' },
      ]}
    />,
  )
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows.slice(1)).toEqual(['database_urlsetVariable DATABASE_URL', 'listen127.0.0.1:8080Default ', 'mmdb–File croupier.toml'])
})
