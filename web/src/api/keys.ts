/** First part of the key of everything that belongs to the signed-in player; a logout drops it all. */
export const PLAYER_SCOPE = 'mine'
