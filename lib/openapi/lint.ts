import { createConfig, lintFromString, type RawUniversalConfig } from '@redocly/openapi-core';

/** What the linter recommends, at its strictest, and what it leaves to each to choose. */
const rules: RawUniversalConfig = {
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'parameter-description': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'path-params-defined': 'error',
    'array-parameter-serialization': 'error',
    'component-name-unique': 'error',
    'spec-example-values': 'error',
    // An answer may gain fields, but an example has none that is not described.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'rule/examples': {
      severity: 'error',
      message: 'Show what is sent and what comes back',
      subject: { type: 'MediaType' },
      where: [{ subject: { type: 'MediaType', property: 'schema' }, assertions: { defined: true } }],
      assertions: { requireAny: ['example', 'examples'] },
    },
  },
};

/** What the linter finds, each with its place: none in a document that others can build on. */
export async function findingsIn(document: object): Promise<string[]> {
  const config = await createConfig(rules);
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}
