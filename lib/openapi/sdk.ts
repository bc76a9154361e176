import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import {
  operationsIn,
  type Document,
  type Located,
  type Operation,
  type Parameter,
  type Reference,
} from './operations';

const head = '/** Generated from openapi.json: `npm run openapi`. */\n\n';

/** What the generated files of packages/sdk say, by their paths. */
export async function sdkOf(document: Document): Promise<Record<string, string>> {
  const operations = operationsIn(document);
  return {
    'packages/sdk/src/schemas.ts': await schemasOf(document, operations),
    'packages/sdk/src/operations.ts': methodsOf(operations),
  };
}

/** A type for each schema of the document, and for the query of each operation that has one. */
async function schemasOf({ components, ...document }: Document, operations: Located[]): Promise<string> {
  const queries = operations.flatMap(({ operation }) => {
    const parameters = queryOf(operation);
    return parameters.length === 0 ? [] : [[queryName(operation), querySchema(operation, parameters)]];
  });
  const schemas = { ...components.schemas, ...(Object.fromEntries(queries) as Record<string, object>) };
  const ofSchemas: object = { ...document, paths: {}, webhooks: {}, components: { schemas } };
  const types = await openapiTS(ofSchemas as OpenAPI3, {
    // A field with a default may be left out by who sends it.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return head + astToString(types.filter(isOfSchemas));
}

/** Without operations there is nothing else to say. */
const isOfSchemas = (node: ts.Node): boolean =>
  !(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) ||
  !['paths', 'webhooks', 'operations', '$defs'].includes(node.name.text);

const querySchema = ({ operationId }: Operation, parameters: readonly Parameter[]) => ({
  type: 'object',
  description: `What ${operationId} is asked for`,
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** The client makes up a key itself; it would forget any other that is only referred to. */
function isParameter(one: Parameter | Reference): one is Parameter {
  if ('in' in one) return true;
  if (one.$ref.endsWith('/IdempotencyKey')) return false;
  throw new Error(`The SDK does not know the parameter ${one.$ref}`);
}

const queryOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(isParameter).filter((one) => one.in === 'query');

const queryName = ({ operationId }: Operation): string =>
  `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;

function methodsOf(operations: readonly Located[]): string {
  const methods = operations.map(methodOf);
  const names = methods.flatMap(({ types }) => types);
  return `${head}import type { Download } from './attachments.ts';
import type { List, Page } from './list.ts';
import { pathOf } from './path-of.ts';
import type { RequestOptions, Wanted } from './requests.ts';
import type {
${[...new Set(names)]
  .toSorted()
  .map((name) => `  ${name},\n`)
  .join('')}} from './schemas.ts';

/** A method for each operation of the OpenAPI document. */
export abstract class Operations {
  protected abstract json<T>(wanted: Wanted, options?: RequestOptions): Promise<T>;
  protected abstract list<One extends Page<unknown>>(wanted: Wanted, options?: RequestOptions): List<One['data'][number], One>;
  protected abstract file(wanted: Wanted, options?: RequestOptions): Promise<Download>;

${methods.map(({ text }) => text).join('\n\n')}
}
`;
}

/** A method, and the schemas that it names. */
function methodOf({ method, path, operation }: Located): { text: string; types: string[] } {
  const { operationId, summary, description } = operation;
  const query = queryOf(operation);
  const body = operation.requestBody;
  const bodyType = body && nameOf(body.content['application/json']?.schema);
  const answer = answerOf(operation);
  const queryType = query.length > 0 ? queryName(operation) : undefined;
  const mayLeaveOutQuery = query.every(({ required }) => !required);
  const parameters = [
    ...operation.parameters
      .filter(isParameter)
      .filter((one) => one.in === 'path')
      .map(pathParameter),
    ...(bodyType ? [`body${body.required ? '' : '?'}: ${bodyType}`] : []),
    ...(queryType ? [`query${mayLeaveOutQuery ? '?' : ''}: ${queryType}`] : []),
    'options?: RequestOptions',
  ];
  const wanted = [
    `method: '${method}'`,
    `path: ${pathExpression(path)}`,
    ...(bodyType ? ['body'] : []),
    ...(queryType ? ['query'] : []),
    ...(operation['x-idempotency'] === 'never-stored' ? ['isNeverKept: true'] : []),
  ];
  return {
    types: [bodyType, queryType, answer.schema].filter((name) => name !== undefined),
    text: `${docOf(`${summary}\n\n${description}`)}
  ${operationId}(${parameters.join(', ')}): ${answer.type} {
    return this.${answer.reader}({ ${wanted.join(', ')} }, options);
  }`,
  };
}

const pathParameter = ({ name, schema }: Parameter): string =>
  `${camelCase(name)}: ${'type' in schema && schema.type === 'integer' ? 'number' : 'string'}`;

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const pathExpression = (path: string): string =>
  `pathOf\`${path.replace(/\{(\w+)\}/g, (_all, name: string) => `\${${camelCase(name)}}`)}\``;

/** How the answer is read, and as what. */
function answerOf({ operationId, responses }: Operation): { reader: string; type: string; schema?: string } {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.map(([, { content = {} }]) => content);
  if (contents.some((content) => '*/*' in content)) return { reader: 'file', type: 'Promise<Download>' };
  const [schema, ...others] = new Set(
    contents.map((content) => nameOf(content['application/json']?.schema) ?? 'object'),
  );
  if (schema === undefined || others.length > 0) throw new Error(`${operationId} has not one answer`);
  const named = schema === 'object' ? {} : { schema };
  return /^list[A-Z]/.test(operationId)
    ? { reader: `list<${schema}>`, type: `List<${schema}['data'][number], ${schema}>`, ...named }
    : { reader: 'json', type: `Promise<${schema}>`, ...named };
}

const nameOf = (schema: Partial<Reference> | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1);

function docOf(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${lines.join('\n')}\n   */`;
}
