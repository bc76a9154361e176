import { allTools } from '../../packages/mcp/src/tools';
import { resultSchemas } from './result-schema';
import { untrustedFields } from './untrusted-fields';
import { listOperations, type Document, type LocatedOperation, type Operation } from './operations';

/**
 * The operations of the tools that have an output schema. Output schemas for all tools would exceed the limits of MCP
 * hosts.
 */
const typedOperations: readonly string[] = allTools
  .filter(({ hasOutputSchema }) => hasOutputSchema)
  .map(({ operation }) => operation);

/** Generates the files from which the tools of packages/mcp read facts about the API. Returns the files by path. */
export function generateMcpFiles(document: Document): Record<string, string> {
  const operations = listOperations(document);
  return {
    'packages/mcp/src/operations.ts': formatFile(
      'operations',
      Object.fromEntries(
        operations.map((located) => [located.operation.operationId, summarizeOperation(located)]),
      ),
    ),
    'packages/mcp/src/untrusted-fields.ts': formatFile('untrustedFields', untrustedFields(document)),
    'packages/mcp/src/results.ts': formatFile('results', resultSchemas(document, typedOperations)),
  };
}

/** Formats a file with one line for each operation. */
function formatFile(name: string, byOperation: object): string {
  const lines = Object.entries(byOperation).map(
    ([operation, value]) => `  ${operation}: ${JSON.stringify(value)},`,
  );
  const head = '/** Generated from openapi.json: `npm run openapi`. */';
  return `${head}\n\nexport const ${name} = {\n${lines.join('\n')}\n} as const;\n`;
}

function summarizeOperation({ method, operation }: LocatedOperation) {
  const parameterNames = (location: 'path' | 'query') =>
    operation.parameters.flatMap((parameter) =>
      'name' in parameter && parameter.in === location ? [parameter.name] : [],
    );
  return {
    method,
    path: parameterNames('path'),
    query: parameterNames('query'),
    takesBody: operation.requestBody !== undefined,
    scopes: scopesOf(operation),
  };
}

/**
 * Returns the scopes of an operation. The credential needs any one of these scopes. If the list is empty, any valid
 * credential is sufficient.
 */
const scopesOf = ({ security }: Operation): string[] => security.flatMap(({ bearer }) => bearer ?? []);
