import {
  listOperations,
  type Content,
  type Document,
  type LocatedOperation,
  type Schema,
} from './operations';

/** docs/reference.md: the OpenAPI document in readable form. */
export function generateReference(document: Document): Record<string, string> {
  const operations = listOperations(document);
  const parts = [introduction, ...document.tags.map((tag) => sectionOf(tag, operations)), shapesOf(document)];
  return { 'docs/reference.md': `${parts.join('\n\n')}\n` };
}

const introduction = `# Reference

All operations and the shapes that they take and answer. Made from [openapi.json](../openapi.json), which has examples, every rule and the errors of each operation. Begin with [sending](sending.md), or [the SDK](sdk.md).

Every request but the one for the OpenAPI document carries \`Authorization: Bearer …\`. Errors are \`{"error": {"type", "message"}}\`. Lists are \`{"object": "list", "data", "has_more", "next_cursor"}\`. A POST takes an \`Idempotency-Key\`.`;

const sectionOf = (
  { name, description }: { name: string; description?: string | undefined },
  operations: LocatedOperation[],
): string =>
  [
    `## ${name}`,
    description ?? '',
    ...operations.filter(({ operation }) => operation.tags.includes(name)).map(operationText),
  ].join('\n\n');

function operationText({ method, path, operation }: LocatedOperation): string {
  const { operationId, summary, description, security, requestBody, responses } = operation;
  const scopes = security.flatMap(({ bearer }) => bearer ?? []).map((scope) => `\`${scope}\``);
  const parameters = operation.parameters.flatMap((parameter) =>
    'name' in parameter && parameter.in === 'query'
      ? [`| \`${parameter.name}\` | ${tableCell(parameter.description)} |`]
      : [],
  );
  const responseTypes = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? [`${status} ${typeIn(content)}`] : [],
  );
  return [
    `### ${operationId}`,
    `\`${method} ${path}\`${scopes.length > 0 ? ` with ${scopes.join(' or ')}` : ''}: ${summary}. ${description}`,
    ...(parameters.length > 0 ? [['| Query | |', '| --- | --- |', ...parameters].join('\n')] : []),
    [
      ...(requestBody ? [`Takes ${typeIn(requestBody.content)}.`] : []),
      `Answers ${responseTypes.join(', ')}.`,
    ].join(' '),
  ].join('\n\n');
}

function typeIn(content: Content | undefined): string {
  const schema = content?.['application/json']?.schema;
  return schema ? typeOf(schema) : 'the bytes of a file';
}

const shapesOf = ({ components }: Document): string =>
  [
    '## Shapes',
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      schema && !isErrorShape(name) ? [shapeText(name, schema)] : [],
    ),
  ].join('\n\n');

/** The shape of one error type. `Error` shows the fields of all of them. */
const isErrorShape = (name: string): boolean => /.(Error|RequestAnswer)$/.test(name);

function shapeText(name: string, schema: Schema): string {
  const { properties, required = [], description } = schema;
  const descriptionLines = description ? [description] : [];
  if (!properties) return [`### ${name}`, ...descriptionLines, `${typeOf(schema)}.`].join('\n\n');
  const rows = Object.entries(properties).map(
    ([field, property]) =>
      `| \`${field}\`${required.includes(field) ? '' : ' (optional)'} | ${typeOf(property)} | ${tableCell(property.description)} |`,
  );
  return [
    `### ${name}`,
    ...descriptionLines,
    ['| Field | Type | |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function typeOf(schema: Schema): string {
  const { $ref, type, format, items, anyOf, oneOf, additionalProperties } = schema;
  if ($ref) return linkTo($ref.split('/').at(-1) ?? '');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${typeOf(additionalProperties)}`;
  return format ? `${[type].flat().join(' or ')} (${format})` : [type ?? 'anything'].flat().join(' or ');
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

/** One line, with `|` escaped. */
const tableCell = (text = ''): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
