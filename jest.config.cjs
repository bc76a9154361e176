/** Some dependencies ship ES modules only; Jest runs CommonJS, so those are transformed with ours. */
const esModules = ['@middy', 'uuidv7', 'canonicalize', 'jose', 'zod'];

/**
 * Tests that kill a function at each of its calls, or send a thousand mails, take minutes: `npm run test:exhaustive`
 * and the build server run them.
 */
const isExhaustive = process.env.EXHAUSTIVE !== undefined;

module.exports = {
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/**/*${isExhaustive ? '.exhaustive' : ''}.test.ts`],
  testPathIgnorePatterns: isExhaustive ? [] : ['\\.exhaustive\\.'],
  transform: { '^.+\\.[cm]?[tj]s$': '<rootDir>/test/support/transform.cjs' },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  // What is built is read by the tests, not part of them.
  modulePathIgnorePatterns: ['<rootDir>/(.build|.local|cdk.out)/'],
  testTimeout: 30_000,
};
