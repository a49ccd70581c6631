import { expect, test } from 'vitest'
import { socketUrl } from './connection'

test.each([
  ['/connection/websocket', 'https:', 'wss://a.example/connection/websocket'],
  ['/connection/websocket', 'http:', 'ws://a.example/connection/websocket'],
  ['wss://hub.example/x', 'https:', 'wss://hub.example/x'],
])('%s on %s is %s', (path, protocol, expected) => {
  expect(socketUrl(path, { protocol, host: 'a.example' })).toBe(expected)
})
