import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { givenLocale, onlyLocales, precompress } from './build/plugins.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The back office of the same checkout; it answers every call while Vite serves the pages. */
const OFFICE = process.env.CROUPIER_OFFICE ?? 'http://localhost:8081'

/** The back office: what staff works with. Its own page under its own address, with nothing of the player's site but the kit. */
export default defineConfig({
  root: at('office'),
  publicDir: false,
  plugins: [react(), tailwindcss(), onlyLocales(['en-US', 'de-DE']), givenLocale(), precompress()],
  resolve: { alias: { '@content': at('../content'), '@': at('./src') } },
  server: { port: 5175, fs: { allow: [at('..')] }, proxy: { '/api': OFFICE } },
  build: {
    target: 'es2022',
    outDir: '../office-dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Inlined fonts or images would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
})
