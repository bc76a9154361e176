import { operationsIn, type Document, type Located } from './operations';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Content = Readonly<Record<string, { schema?: Schema } | undefined>>;

/** docs/reference.md: the OpenAPI document for people to read. */
export function referenceOf(document: Document): Record<string, string> {
  const operations = operationsIn(document);
  const parts = [head, ...document.tags.map((tag) => sectionOf(tag, operations)), shapesOf(document)];
  return { 'docs/reference.md': `${parts.join('\n\n')}\n` };
}

const head = `# Reference

All operations and the shapes that they take and answer. Made from [openapi.json](../openapi.json), which has examples, every rule and the errors of each operation. Begin with [sending](sending.md), or [the SDK](sdk.md).

Every request but the one for the OpenAPI document carries \`Authorization: Bearer …\`. Errors are \`{"error": {"type", "message"}}\`. Lists are \`{"object": "list", "data", "has_more", "next_cursor"}\`. A POST takes an \`Idempotency-Key\`.`;

const sectionOf = (
  { name, description }: { name: string; description?: string | undefined },
  all: Located[],
): string =>
  [
    `## ${name}`,
    description ?? '',
    ...all.filter(({ operation }) => operation.tags.includes(name)).map(operationText),
  ].join('\n\n');

function operationText({ method, path, operation }: Located): string {
  const { operationId, summary, description, security, requestBody, responses } = operation;
  const scopes = security.flatMap(({ bearer }) => bearer ?? []).map((scope) => `\`${scope}\``);
  const parameters = operation.parameters.flatMap((one) =>
    'name' in one && one.in === 'query' ? [`| \`${one.name}\` | ${cell(one.description)} |`] : [],
  );
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? [`${status} ${typeIn(content)}`] : [],
  );
  return [
    `### ${operationId}`,
    `\`${method} ${path}\`${scopes.length > 0 ? ` with ${scopes.join(' or ')}` : ''}: ${summary}. ${description}`,
    ...(parameters.length > 0 ? [['| Query | |', '| --- | --- |', ...parameters].join('\n')] : []),
    [
      ...(requestBody ? [`Takes ${typeIn(requestBody.content)}.`] : []),
      `Answers ${answers.join(', ')}.`,
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
    ...Object.entries(components.schemas as Record<string, Schema>)
      .filter(([name]) => !isOfRefusals(name))
      .map(([name, schema]) => shapeText(name, schema)),
  ].join('\n\n');

/** Of each refusal by itself: `Error` has what they share. */
const isOfRefusals = (name: string): boolean => /.(Error|RequestAnswer)$/.test(name);

function shapeText(name: string, schema: Schema): string {
  const { properties, required = [], description } = schema;
  const said = description ? [description] : [];
  if (!properties) return [`### ${name}`, ...said, `${typeOf(schema)}.`].join('\n\n');
  const rows = Object.entries(properties).map(
    ([field, one]) =>
      `| \`${field}\`${required.includes(field) ? '' : ' (optional)'} | ${typeOf(one)} | ${cell(one.description)} |`,
  );
  return [`### ${name}`, ...said, ['| Field | Type | |', '| --- | --- | --- |', ...rows].join('\n')].join(
    '\n\n',
  );
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

/** One line, with nothing that ends a cell. */
const cell = (text = ''): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
