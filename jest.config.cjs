/** Some dependencies ship ES modules only; Jest runs CommonJS, so those are transformed with ours. */
const esModules = ['@middy', 'uuidv7', 'canonicalize', 'jose', 'zod'];

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '^.+\\.[cm]?[tj]s$': '<rootDir>/test/support/transform.cjs' },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  // What is built is read by the tests, not part of them.
  modulePathIgnorePatterns: ['<rootDir>/(.build|.local|cdk.out)/'],
  testTimeout: 30_000,
};
