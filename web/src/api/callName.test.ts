import { expect, test } from 'vitest'
import { callName } from './callName'

test.each([
  ['GET', '/api/player/stats', 'GET_API_PLAYER_STATS'],
  ['GET', '/api/player/payments?page=2', 'GET_API_PLAYER_PAYMENTS'],
  ['POST', '/api/player/payments/42/recall', 'POST_API_PLAYER_PAYMENTS_ID_RECALL'],
  ['GET', '/api/player/fairness/rounds/01890a5d-ac96-774b-bcce-b302099a8057', 'GET_API_PLAYER_FAIRNESS_ROUNDS_ID'],
  ['PUT', '/api/player/favorite_games/7', 'PUT_API_PLAYER_FAVORITE_GAMES_ID'],
  ['GET', '/api/games/northlight/solar-sails', 'GET_API_GAMES_NORTHLIGHT_SOLAR_SAILS'],
  ['GET', '/api/cms/pages/terms-and-conditions', 'GET_API_CMS_PAGES_TERMS_AND_CONDITIONS'],
  ['GET', '/messages/fr-CA.json?v=5', 'GET_MESSAGES_FR_CA_JSON'],
  ['GET', '/client-context', 'GET_CLIENT_CONTEXT'],
  ['POST', '/api/chats/{id}/pictures', 'POST_API_CHATS_ID_PICTURES'],
])('%s %s is called %s', (method, path, name) => {
  expect(callName(method, path)).toBe(name)
})
