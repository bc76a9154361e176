/** Some dependencies ship ES modules only; Jest runs CommonJS, so those are transformed with ours. */
const esModules = [
  '@middy',
  'uuidv7',
  'canonicalize',
  'jose',
  'zod',
  // The linter and the generator of the OpenAPI document, and what they are made of.
  '@redocly/openapi-core',
  'jsonpath-rfc9535',
  'openapi-typescript',
  'parse-json',
  'index-to-position',
  'change-case',
  'supports-color',
];

/**
 * Tests that kill a function at each of its calls, or send a thousand mails, take minutes: `npm run test:exhaustive`
 * and the build server run them.
 */
const isExhaustive = process.env.EXHAUSTIVE !== undefined;

/**
 * Mail that others wrote is not in the repository: what is measured on it runs where CORPUS names its folder. What is
 * seen in a browser runs where CHROMIUM names one, as `npm test` does.
 */
const ignored = [
  ...(isExhaustive ? [] : ['\\.exhaustive\\.']),
  ...(process.env.CORPUS ? [] : ['/test/corpus/']),
  ...(process.env.CHROMIUM ? [] : ['/in-browser/']),
];

// Functions run in UTC, and so do those that test what they say of times.
process.env.TZ = 'UTC';

module.exports = {
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/**/*${isExhaustive ? '.exhaustive' : ''}.test.ts`],
  testPathIgnorePatterns: ignored,
  transform: { '^.+\\.[cm]?[tj]s$': '<rootDir>/test/support/transform.cjs' },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  // What is built is read by the tests, not part of them.
  modulePathIgnorePatterns: ['<rootDir>/(.build|.local|cdk.out)/'],
  globalSetup: '<rootDir>/test/support/run/set-up.ts',
  globalTeardown: '<rootDir>/test/support/run/tear-down.ts',
  reporters: ['default', '<rootDir>/test/support/run/keep-logs.cjs'],
  testSequencer: '<rootDir>/test/support/run/slow-files-first.cjs',
  setupFiles: ['<rootDir>/test/support/same-seed.ts'],
  // A test that hangs must end; one on a slow machine must not.
  testTimeout: 600_000,
};
