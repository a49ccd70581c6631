import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { layers } from './eslint/layers.js'

const WRAPPED_VENDORS = [
  { name: 'centrifuge', message: 'Use the realtime feature: it owns the connection.' },
]

export default tseslint.config(
  { ignores: ['dist', 'games-dist', 'office-dist', 'node_modules', 'test-results', 'playwright-report', 'src/api/schema.d.ts', 'office/api/schema.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, reactHooks.configs.flat.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }, globals: globals.browser },
    plugins: { croupier: { rules: { layers } } },
    rules: {
      'croupier/layers': 'error',
      'no-restricted-imports': ['error', { paths: WRAPPED_VENDORS }],
      'max-lines': ['error', 400],
      eqeqeq: 'error',
      // A redirect or not-found is thrown as a value: that is the router's contract.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['src/features/realtime/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name="lazyRouteComponent"] > ArrowFunctionExpression > ImportExpression',
          message: 'Bring it through chunk() of lib/chunk.ts, which gets over a deploy.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser } },
  // Their functions run partly within the measured page.
  { files: ['bench/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
)
