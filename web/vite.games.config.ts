import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { precompress } from './build/plugins.ts'
import { mockPlay } from './games/dev/mock.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The built-in games' clients: their own page, so that nothing of them weighs on
 * the lobby. `vite -c vite.games.config.ts` plays against a made-up server.
 */
export default defineConfig({
  root: at('games'),
  base: '/house-games/',
  publicDir: false,
  plugins: [precompress(), mockPlay(at('public'), at('../content'))],
  server: { port: 5174, fs: { allow: [at('..')] } },
  build: {
    target: 'es2022',
    outDir: '../dist/house-games',
    emptyOutDir: true,
    // Inlined fonts or images would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
})
