/** Some dependencies ship ES modules only; Jest runs CommonJS, so those are transformed with ours. */
const esModules = ['@middy', 'uuidv7', 'canonicalize', 'jose', 'zod'];

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.[cm]?[tj]s$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  testTimeout: 30_000,
};
