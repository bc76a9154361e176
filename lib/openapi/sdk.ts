import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import {
  listOperations,
  type Document,
  type LocatedOperation,
  type Operation,
  type Parameter,
  type Reference,
} from './operations';

const generatedHeader = '/** Generated from openapi.json: `npm run openapi`. */\n\n';

/** Generates the files of packages/sdk. Returns the files by path. */
export async function generateSdkFiles(document: Document): Promise<Record<string, string>> {
  const operations = listOperations(document);
  return {
    'packages/sdk/src/schemas.ts': await schemasOf(document, operations),
    'packages/sdk/src/operations.ts': methodsOf(operations),
  };
}

/** Generates a type for each schema of the document, and for the query of each operation with query parameters. */
async function schemasOf(
  { components, ...document }: Document,
  operations: LocatedOperation[],
): Promise<string> {
  const queries = operations.flatMap(({ operation }) => {
    const parameters = queryOf(operation);
    if (parameters.length === 0) return [];
    return [[queryName(operation), querySchema(operation, parameters)] as const];
  });
  const schemas = { ...components.schemas, ...Object.fromEntries(queries) };
  const schemasOnly = { ...document, paths: {}, webhooks: {}, components: { schemas } };
  const types = await openapiTS(JSON.stringify(schemasOnly), {
    // A client may omit a field that has a default.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return generatedHeader + astToString(types.filter(isSchemaNode));
}

/** Omits the empty types that openapi-typescript also generates for the operations. */
const isSchemaNode = (node: ts.Node): boolean =>
  !(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) ||
  !['paths', 'webhooks', 'operations', '$defs'].includes(node.name.text);

const querySchema = ({ operationId }: Operation, parameters: readonly Parameter[]) => ({
  type: 'object',
  description: `The query parameters of ${operationId}`,
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/**
 * Omits the Idempotency-Key, which the SDK sets. Throws for every other `$ref`, because the generated methods would
 * omit that parameter.
 */
function isParameter(parameter: Parameter | Reference): parameter is Parameter {
  if ('in' in parameter) return true;
  if (parameter.$ref.endsWith('/IdempotencyKey')) return false;
  throw new Error(`The SDK generator does not support the parameter ${parameter.$ref}`);
}

const queryOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(isParameter).filter((parameter) => parameter.in === 'query');

const queryName = ({ operationId }: Operation): string =>
  `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;

function methodsOf(operations: readonly LocatedOperation[]): string {
  const methods = operations.map(methodOf);
  const names = methods.flatMap(({ types }) => types);
  return `${generatedHeader}import type { Download } from './attachments.ts';
import type { List, Page } from './list.ts';
import { apiPath } from './api-path.ts';
import type { RequestOptions, OperationRequest } from './requests.ts';
import type {
${[...new Set(names)]
  .toSorted()
  .map((name) => `  ${name},\n`)
  .join('')}} from './schemas.ts';

/** A method for each operation of the OpenAPI document. */
export abstract class Operations {
  protected abstract json<T>(operation: OperationRequest, options?: RequestOptions): Promise<T>;
  protected abstract list<PageType extends Page<unknown>>(operation: OperationRequest, options?: RequestOptions): List<PageType['data'][number], PageType>;
  protected abstract file(operation: OperationRequest, options?: RequestOptions): Promise<Download>;

${methods.map(({ text }) => text).join('\n\n')}
}
`;
}

/** Generates a method, and returns the names of the schemas in its signature. */
function methodOf({ method, path, operation }: LocatedOperation): { text: string; types: string[] } {
  const { operationId, summary, description } = operation;
  const query = queryOf(operation);
  const body = operation.requestBody;
  const bodyType = body && nameOf(body.content['application/json']?.schema);
  const responseReader = responseReaderOf(operation);
  const queryType = query.length > 0 ? queryName(operation) : undefined;
  const mayLeaveOutQuery = query.every(({ required }) => !required);
  const parameters = [
    ...operation.parameters
      .filter(isParameter)
      .filter((parameter) => parameter.in === 'path')
      .map(pathParameter),
    ...(bodyType ? [`body${body.required ? '' : '?'}: ${bodyType}`] : []),
    ...(queryType ? [`query${mayLeaveOutQuery ? '?' : ''}: ${queryType}`] : []),
    'options?: RequestOptions',
  ];
  const requestFields = [
    `method: '${method}'`,
    `path: ${pathExpression(path)}`,
    ...(bodyType ? ['body'] : []),
    ...(queryType ? ['query'] : []),
    ...(operation['x-idempotency'] === 'never-stored' ? ['isResponseUnstored: true'] : []),
  ];
  return {
    types: [bodyType, queryType, responseReader.schema].filter((name) => name !== undefined),
    text: `${docCommentOf(`${summary}\n\n${description}`)}
  ${operationId}(${parameters.join(', ')}): ${responseReader.type} {
    return this.${responseReader.reader}({ ${requestFields.join(', ')} }, options);
  }`,
  };
}

const pathParameter = ({ name, schema }: Parameter): string =>
  `${camelCase(name)}: ${'type' in schema && schema.type === 'integer' ? 'number' : 'string'}`;

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const pathExpression = (path: string): string =>
  `apiPath\`${path.replace(/\{(\w+)\}/g, (_all, name: string) => `\${${camelCase(name)}}`)}\``;

/** Finds the base-class method that reads the response, and the type that this method returns. */
function responseReaderOf({ operationId, responses }: Operation): {
  reader: string;
  type: string;
  schema?: string;
} {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.map(([, { content = {} }]) => content);
  if (contents.some((content) => '*/*' in content)) return { reader: 'file', type: 'Promise<Download>' };
  const [schema, ...rest] = new Set(
    contents.map((content) => nameOf(content['application/json']?.schema) ?? 'object'),
  );
  if (schema === undefined || rest.length > 0)
    throw new Error(`${operationId} must have exactly one response shape`);
  const named = schema === 'object' ? {} : { schema };
  return /^list[A-Z]/.test(operationId)
    ? { reader: `list<${schema}>`, type: `List<${schema}['data'][number], ${schema}>`, ...named }
    : { reader: 'json', type: `Promise<${schema}>`, ...named };
}

const nameOf = (schema: Partial<Reference> | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1);

function docCommentOf(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${lines.join('\n')}\n   */`;
}
