import { errorCatalog } from '../../../shared/core/errors';
import { errorExample, errors, errorTypes } from '../errors';
import { listOperations, type Document, type Operation, type Response } from '../operations';
import { jsonBlock } from './examples';
import { code, table } from './table';

interface OperationError {
  status: string;
  type: string;
}

/**
 * Lists the errors of an operation. For common errors, lists only the names, so that the other errors are easy to find.
 */
export function errorSection(operation: Operation, document: Document, commonErrors: Set<string>): string[] {
  const found = errorsOf(operation, document);
  const isCommon = (error: OperationError): boolean => commonErrors.has(keyOf(error));
  const common = new Set(found.filter(isCommon).map(({ type }) => linkTo(type)));
  const special = found.filter((error) => !isCommon(error));
  const rows = special.map(({ status, type }) => [
    status,
    linkTo(type),
    descriptions[type]?.description ?? '',
  ]);
  return [
    '**Errors**',
    ...(rows.length > 0 ? [table(['Status', 'Type', 'Description'], rows)] : []),
    `Common errors: ${[...common].join(', ')}.`,
  ];
}

const descriptions: Readonly<Record<string, { description: string } | undefined>> = errors;

const linkTo = (type: string): string => `[${code(type)}](index.md#${type})`;

const errorsOf = ({ responses }: Operation, { components }: Document): OperationError[] =>
  Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, response]) => {
      const { content } = resolve(response, components.responses);
      return Object.keys(content?.['application/json']?.examples ?? {}).map((type) => ({ status, type }));
    });

const resolve = (response: Response, shared: Readonly<Record<string, Response | undefined>>): Response =>
  shared[response.$ref?.split('/').at(-1) ?? ''] ?? response;

const keyOf = ({ status, type }: OperationError): string => `${status} ${type}`;

/** Returns the errors that at least a quarter of all operations can return. */
export function findCommonErrors(document: Document): Set<string> {
  const operations = listOperations(document);
  const counts = new Map<string, number>();
  for (const key of operations.flatMap(({ operation }) => errorsOf(operation, document).map(keyOf)))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set([...counts].flatMap(([key, count]) => (count >= operations.length / 4 ? [key] : [])));
}

/** Lists every error type, each under a heading that is a link target. */
export function errorCatalogSection(document: Document): string[] {
  const found = listOperations(document).flatMap(({ operation }) => errorsOf(operation, document));
  const statusesOf = (type: string): string[] => [
    ...new Set(found.filter((error) => error.type === type).map(({ status }) => status)),
  ];
  return [
    '## Error types',
    ...errorTypes.flatMap((type) => [
      `### ${type}`,
      `Status ${statusesOf(type).join(', ')}. ${errors[type].description}`,
      jsonBlock(errorExample(type, errorCatalog[type])),
    ]),
  ];
}
