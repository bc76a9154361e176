import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'cdk.out/',
      '.build/',
      '.local/',
      'coverage/',
      '**/dist/',
      'docs/.vitepress/.temp/',
    ],
  },
  tseslint.configs.strictTypeChecked,
  { files: ['**/*.{js,cjs,mjs,mts}'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Spreading a string yields code points, the unit in which the project measures and truncates text.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    // Generated files and examples are data, so they may be long.
    files: [
      'packages/sdk/src/{operations,schemas}.ts',
      'packages/mcp/src/tools/*.ts',
      'functions/**/examples.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['functions/**/*.ts', 'shared/**/*.ts'],
    ignores: ['shared/schema/schema.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[specifiers.length=0]',
          message: 'lib/bundling/bundles.ts drops imports that have only side effects.',
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'zod/mini',
          allowTypeImports: true,
          message: 'Import from shared/schema/schema.ts, which sets the error messages.',
        },
      ],
    },
  },
  {
    // Tests and benchmarks read responses as clients do, as JSON without a declared type.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // CommonJS programs.
    files: [
      'test/**/*.cjs',
      'packages/testing/src/runtime/keep-runtime.cjs',
      'packages/testing/examples/jest/*.js',
    ],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    plugins: { jest },
    rules: {
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'jest', property: 'mock', message: 'Do not mock modules. Tests run on real engines.' },
      ],
    },
  },
);
