import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { layers } from './eslint/layers.js'

const WRAPPED_VENDORS = [{ name: 'centrifuge', message: 'Use the realtime feature: it owns the connection.' }]

/** A part that scrolls is reached by the keyboard, and has a name. */
const SCROLLED = ['tabpanel', 'region', 'log', 'img', 'group']

export default tseslint.config(
  { ignores: ['dist', 'games-dist', 'office-dist', 'node_modules', 'test-results', 'playwright-report', 'src/api/schema.d.ts', 'office/api/schema.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, reactHooks.configs.flat.recommended, jsxA11y.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }, globals: globals.browser },
    plugins: { croupier: { rules: { layers } }, 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig*.json', noWarnOnMultipleProjects: true })],
    },
    rules: {
      'croupier/layers': 'error',
      'no-restricted-imports': ['error', { paths: WRAPPED_VENDORS }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: ['ol', 'pre'], roles: SCROLLED, allowExpressionValues: true }],
      // A dialog and a sign-in begin at their first field: that is said by our own components, and read out with their heading.
      'jsx-a11y-x/no-autofocus': ['error', { ignoreNonDOM: true }],
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
          message: 'Bring it through importWithRetry() of platform/importWithRetry.ts, which gets over a deploy.',
        },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['public/**/*.js'], languageOptions: { globals: globals.browser } },
  // Their functions run partly within the measured page.
  { files: ['bench/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
)
