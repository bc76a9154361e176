import { resultSchemas } from './result-schema';
import { operationsIn, type Document, type Located, type Operation } from './operations';

/** Where a program reads the result of a tool, its shape is told. All together would not fit into a host's limits. */
const readByPrograms = [
  'sendEmail',
  'listEmails',
  'getEmail',
  'listThreads',
  'getThread',
  'listApprovals',
  'listDomains',
  'getUsage',
  'countSegment',
  'getEmailMetrics',
];

/** What the generated files of packages/mcp say, by their paths: what its tools need to know of the API. */
export function mcpOf(document: Document): Record<string, string> {
  const operations = operationsIn(document);
  return {
    'packages/mcp/src/operations.ts': fileWith(
      'operations',
      Object.fromEntries(operations.map((located) => [located.operation.operationId, factsOf(located)])),
    ),
    'packages/mcp/src/results.ts': fileWith('results', resultSchemas(document, readByPrograms)),
  };
}

/** A line for each operation. */
function fileWith(name: string, byOperation: object): string {
  const lines = Object.entries(byOperation).map(
    ([operation, value]) => `  ${operation}: ${JSON.stringify(value)},`,
  );
  const head = '/** Generated from openapi.json: `npm run openapi`. */';
  return `${head}\n\nexport const ${name} = {\n${lines.join('\n')}\n} as const;\n`;
}

function factsOf({ method, operation }: Located) {
  const named = (place: 'path' | 'query') =>
    operation.parameters.flatMap((one) => ('name' in one && one.in === place ? [one.name] : []));
  return {
    method,
    path: named('path'),
    query: named('query'),
    takesBody: operation.requestBody !== undefined,
    scopes: scopesOf(operation),
  };
}

/** One of them is enough; none asks for a credential of any kind. */
const scopesOf = ({ security }: Operation): string[] => security.flatMap(({ bearer }) => bearer ?? []);
