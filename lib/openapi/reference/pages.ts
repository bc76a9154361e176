import { listOperations, type Document, type LocatedOperation } from '../operations';
import { errorCatalogSection, findCommonErrors } from './errors';
import { operationText, webhookText, type ReferenceContext } from './operation-text';
import { findShapeHomes, shapeSection } from './shapes';
import { code, table } from './table';

/** The folder of the generated pages. It contains no other files. */
export const referenceFolder = 'docs/reference';

/**
 * Generates the reference: a page for each resource, and an index page for the shared parts. Returns the pages by path.
 */
export function generateReference(document: Document): Record<string, string> {
  const context: ReferenceContext = {
    document,
    homes: findShapeHomes(document),
    commonErrors: findCommonErrors(document),
  };
  const pages = [
    ['index', indexPage(context)] as const,
    ...resourceTags(document).map(
      ({ name, description }) => [name, resourcePage(name, description, context)] as const,
    ),
  ];
  return Object.fromEntries(
    pages.map(([name, sections]) => [`${referenceFolder}/${name}.md`, `${sections.join('\n\n')}\n`]),
  );
}

const generatedNote =
  '<!-- Generated from openapi.json: `npm run openapi`. Edit the texts in functions/api and lib/openapi. -->';

function indexPage({ document, homes }: ReferenceContext): string[] {
  const { info, servers, components } = document;
  return [
    generatedNote,
    '# API reference',
    'Generated from [openapi.json](../../openapi.json). The [guides](../index.md) show how to use the API.',
    info.description,
    '## Idempotency-Key',
    components.parameters.IdempotencyKey.description,
    '## Base URL',
    'Examples use two shell variables. `API` is the base URL, and `AUTH` is the header `Authorization: Bearer …`.',
    table(
      ['URL', 'Service'],
      servers.map(({ url, description }) => [code(url), description]),
    ),
    '## Resources',
    ...resourceTags(document).flatMap(({ name, description }) => [
      `### [${titleOf(name)}](${name}.md)`,
      description,
      operationTable(operationsOf(name, document), `${name}.md`),
    ]),
    ...errorCatalogSection(document),
    ...shapeSection('index', homes, document),
  ];
}

function resourcePage(name: string, description: string, context: ReferenceContext): string[] {
  const operations = operationsOf(name, context.document);
  const webhooks = Object.values(context.document.webhooks).map(({ post }) => post);
  return [
    generatedNote,
    `# ${titleOf(name)}`,
    description,
    operationTable(operations, ''),
    ...operations.map((located) => operationText(located, name, context)),
    ...webhooks
      .filter(({ tags }) => tags.includes(name))
      .map((webhook) => webhookText(webhook, name, context)),
    ...shapeSection(name, context.homes, context.document),
  ];
}

const operationsOf = (tag: string, document: Document): LocatedOperation[] =>
  listOperations(document).filter(({ operation }) => operation.tags[0] === tag);

const resourceTags = (document: Document): Document['tags'] =>
  document.tags.filter(({ name }) => operationsOf(name, document).length > 0);

const operationTable = (operations: LocatedOperation[], page: string): string =>
  table(
    ['Operation', 'Request', 'Summary'],
    operations.map(({ method, path, operation: { operationId, summary } }) => [
      `[${operationId}](${page}#${operationId.toLowerCase()})`,
      code(`${method} ${path}`),
      summary,
    ]),
  );

/** Returns a title such as `Webhook endpoints`. */
function titleOf(tag: string): string {
  if (tag === 'openapi') return 'OpenAPI';
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
