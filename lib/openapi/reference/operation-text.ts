import type { Document, LocatedOperation, Operation, Parameter } from '../operations';
import { errorSection } from './errors';
import { exampleTexts, jsonBlock, ownParameters, successesOf, type ExampleText } from './examples';
import { bodySchemaOf, linksFrom, schemaText, type ShapeHome } from './shapes';
import { code, table } from './table';
import { shapeName, typeText, type LinkTo } from './type-text';

/** The context that the descriptions of all operations share. */
export interface ReferenceContext {
  document: Document;
  homes: Map<string, ShapeHome>;
  commonErrors: Set<string>;
}

export function operationText(located: LocatedOperation, page: string, context: ReferenceContext): string {
  const { method, path, operation } = located;
  const linkTo = linksFrom(page, context.homes);
  return [
    `## ${operation.operationId}`,
    `${operation.summary}.`,
    `${code(`${method} ${path}`)} · ${scopeText(operation)}`,
    operation.description,
    ...parameterSection(operation, linkTo),
    ...bodySection(operation, context.document, linkTo),
    ...responseSection(operation, linkTo),
    ...exampleSection(located),
    ...errorSection(operation, context.document, context.commonErrors),
  ].join('\n\n');
}

function scopeText({ security }: Operation): string {
  if (security.length === 0) return 'requires no credential';
  const scopes = security.flatMap(({ bearer }) => bearer ?? []);
  return scopes.length === 0 ? 'any credential' : `scope ${scopes.map(code).join(' or ')}`;
}

function parameterSection(operation: Operation, linkTo: LinkTo): string[] {
  const rows = ownParameters(operation).map((parameter) => parameterRow(parameter, linkTo));
  if (operation.parameters.some((parameter) => '$ref' in parameter))
    rows.push([
      code('Idempotency-Key'),
      'header',
      'string, 1 to 255 characters',
      'no',
      '[Makes repeating the request safe](index.md#idempotency-key).',
    ]);
  if (rows.length === 0) return [];
  return ['**Parameters**', table(['Name', 'In', 'Type', 'Required', 'Description'], rows)];
}

const parameterRow = (parameter: Parameter, linkTo: LinkTo): string[] => [
  code(parameter.name),
  parameter.in,
  typeText(parameter.schema, linkTo),
  parameter.required ? 'yes' : 'no',
  parameter.description ?? '',
];

function bodySection(operation: Operation, { components }: Document, linkTo: LinkTo): string[] {
  const schema = bodySchemaOf(operation);
  if (!schema) return [];
  const body = schema.$ref ? (components.schemas[shapeName(schema.$ref)] ?? {}) : schema;
  return [
    operation.requestBody?.required === false ? '**Body** (optional)' : '**Body**',
    ...(body.description ? [body.description] : []),
    schemaText(body, linkTo, { isBody: true }),
  ];
}

function responseSection(operation: Operation, linkTo: LinkTo): string[] {
  const texts = successesOf(operation).map(([status, content]) => {
    const schema = content['application/json']?.schema;
    return `${code(status)} with ${schema ? typeText(schema, linkTo) : 'the bytes of the file'}`;
  });
  return [`**Response:** ${texts.join(', or ')}.`];
}

/**
 * Shows one example for each status. If the operation has a request body, adds the other examples in a collapsed
 * section.
 */
function exampleSection(located: LocatedOperation): string[] {
  const examples = exampleTexts(located);
  const isFirst = ({ status }: ExampleText, index: number): boolean =>
    examples.findIndex((example) => example.status === status) === index;
  const first = examples.filter(isFirst);
  const others = located.operation.requestBody ? examples.filter((example) => !first.includes(example)) : [];
  return [
    ...first.flatMap(exampleText),
    ...(others.length > 0
      ? ['<details>\n<summary>More examples</summary>', ...others.flatMap(exampleText), '</details>']
      : []),
  ];
}

const exampleText = ({ status, summary, request, response }: ExampleText): string[] => [
  `**Example:** ${summary}`,
  request,
  ...(response ? [`Response ${code(status)}:`, response] : []),
];

/** Describes a request that the service sends to a webhook endpoint. */
export function webhookText(operation: Operation, page: string, context: ReferenceContext): string {
  const linkTo = linksFrom(page, context.homes);
  const examples = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  return [
    `## ${operation.operationId}`,
    `${operation.summary}.`,
    `${code('POST')} to your endpoint`,
    operation.description,
    ...parameterSection(operation, linkTo),
    ...bodySection(operation, context.document, linkTo),
    ...examples.flatMap((example) =>
      example ? [`**Example:** ${example.summary ?? ''}`, jsonBlock(example.value)] : [],
    ),
  ].join('\n\n');
}
