/** Dependencies that ship only ES modules. Jest runs CommonJS, so these packages are transformed too. */
const esModules = [
  '@middy',
  '@csstools',
  'uuidv7',
  'canonicalize',
  'jose',
  'zod',
  // Used by tests of the linter and of the OpenAPI generator.
  '@redocly/openapi-core',
  'jsonpath-rfc9535',
  'openapi-typescript',
  'parse-json',
  'index-to-position',
  'change-case',
  'supports-color',
];

/**
 * Tests that take minutes, because they stop a function at each of its AWS calls or send a thousand emails.
 * `npm run test:exhaustive` and CI run them.
 */
const isExhaustive = process.env.EXHAUSTIVE !== undefined;

/**
 * Third-party email is not in the repository, so tests that need it run only if CORPUS names the folder. Browser tests
 * run only if CHROMIUM names a browser. `npm test` sets CHROMIUM.
 */
const ignored = [
  ...(isExhaustive ? [] : ['\\.exhaustive\\.']),
  ...(process.env.CORPUS ? [] : ['/test/corpus/']),
  ...(process.env.CHROMIUM ? [] : ['/in-browser/']),
];

// Tests run in UTC, because functions do.
process.env.TZ = 'UTC';

module.exports = {
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/**/*${isExhaustive ? '.exhaustive' : ''}.test.ts`],
  testPathIgnorePatterns: ignored,
  transform: { '^.+\\.[cm]?[tj]s$': '<rootDir>/test/support/transform.cjs' },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  // Build output is not searched for tests.
  modulePathIgnorePatterns: ['<rootDir>/(.build|.local|cdk.out)/'],
  globalSetup: '<rootDir>/test/support/run/set-up.ts',
  globalTeardown: '<rootDir>/test/support/run/tear-down.ts',
  reporters: [
    'default',
    '<rootDir>/test/support/run/keep-logs.cjs',
    '<rootDir>/test/support/run/remove-folders.cjs',
  ],
  testSequencer: '<rootDir>/test/support/run/slow-files-first.cjs',
  setupFiles: ['<rootDir>/test/support/same-seed.ts'],
  // Long enough for a slow machine, but short enough to end a hanging test.
  testTimeout: 600_000,
};
