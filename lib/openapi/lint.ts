import { createConfig, lintFromString, type RawUniversalConfig } from '@redocly/openapi-core';

/** The strictest recommended rule set, with additional rules. */
const rules: RawUniversalConfig = {
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'parameter-description': 'error',
    'operation-tag-defined': 'error',
    'path-params-defined': 'error',
    'array-parameter-serialization': 'error',
    'component-name-unique': 'error',
    'spec-example-values': 'error',
    // Schemas of responses allow undocumented fields, but examples must contain only documented fields.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    'rule/examples': {
      severity: 'error',
      message: 'Add an example of the request and the response',
      subject: { type: 'MediaType' },
      where: [{ subject: { type: 'MediaType', property: 'schema' }, assertions: { defined: true } }],
      assertions: { requireAny: ['example', 'examples'] },
    },
  },
};

/** The problems that the linter finds, with their locations. */
export async function lintDocument(document: object): Promise<string[]> {
  const config = await createConfig(rules);
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}
