import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { partTexts } from './build/partTexts.ts'
import { prerender } from './build/prerender.ts'
import { SERVER_PATHS } from './build/serverPaths.ts'
import { standaloneVerifier } from './build/standaloneVerifier.ts'
import { startGroups } from './build/startGroups.ts'
import { givenLocale, onlyLocales, preloadFonts, precompress } from './build/plugins.ts'
import { serviceWorker } from './build/serviceWorker.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server of the same checkout; it answers its own paths while Vite serves the site. */
const SERVER = process.env.CROUPIER_SERVER ?? 'http://localhost:8080'
/** The files that every page starts with. */
const START = /assets\/(libraries|site|main)-/

const TESTS = [
  'src/**/*.test.{ts,tsx}',
  'games/**/*.test.ts',
  'office/**/*.test.{ts,tsx}',
  'worker/**/*.test.ts',
  'build/**/*.test.ts',
  'e2e/**/*.test.ts',
  'eslint/**/*.test.js',
  'bench/**/*.test.js',
]
/** What tests state that libraries keep outside of our modules: focus, and how the visitor last pointed. */
const OWN_PAGE = ['src/ui/menu.test.tsx']

const ALIAS = { '@content': at('../content'), '@': at('./src') }

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    onlyLocales(['en-US', 'de-DE', 'fr-FR', 'nb-NO', 'it-IT', 'et-EE']),
    givenLocale(),
    preloadFonts(),
    serviceWorker(),
    standaloneVerifier(),
    partTexts(),
    precompress(),
    prerender(ALIAS),
  ],
  resolve: { alias: ALIAS },
  server: {
    port: 5173,
    fs: { allow: [at('..')] },
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, SERVER])),
      '/connection': { target: SERVER, ws: true },
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: {
      // Every browser of the target has it.
      polyfill: false,
      // The server names all that a page starts with, and `start.ts` asks for that a few at a time.
      resolveDependencies: (file, modules) => (START.test(file) ? [] : modules),
    },
    assetsDir: 'assets',
    // Inlined fonts or images would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page starts with comes in two files: a request takes a phone some milliseconds. The others are shared by
        // many screens, and by none of the first ones: forms, and the state that react-aria's parts stand on. They stand on
        // nothing of the site: a group that also leans on other chunks makes chunks import in a circle.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: startGroups(at('./src/app/start.ts'), at('./src/app/main.tsx')), debugName: 'start', priority: 1 },
            { name: 'state', test: /node_modules\/(react-stately|@internationalized)\// },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform|valibot)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    pool: 'threads',
    projects: [
      // One page serves one file after the other: making a page for each takes twice as long as all the tests.
      { extends: true, test: { name: 'shared', isolate: false, include: TESTS, exclude: OWN_PAGE } },
      { extends: true, test: { name: 'own', include: OWN_PAGE } },
    ],
    css: false,
    restoreMocks: true,
    // What is logged after the last test of a file has no one to be told to, and would fail the run.
    disableConsoleIntercept: true,
    // These guard against tests that hang; on a machine that compiles beside them a slow one is not a wrong one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a build machine a test that fails runs once more and is told as retried; by hand it fails at once.
    retry: process.env.CI ? 1 : 0,
  },
})
