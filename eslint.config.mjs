import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules/', 'cdk.out/', '.build/', '.local/', 'coverage/', '**/dist/'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    // What is generated, and examples: data, as long as it takes.
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
          message: 'lib/bundling/bundles.ts leaves it out.',
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'zod/mini',
          allowTypeImports: true,
          message: 'shared/schema/schema.ts has it with its words.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.cjs'],
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
        { object: 'jest', property: 'mock', message: 'Tests run on real engines.' },
      ],
    },
  },
);
