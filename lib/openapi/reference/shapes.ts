import { listOperations, type Document, type Operation, type Schema } from '../operations';
import { fieldTable } from './field-table';
import { alternativesOf, shapeName, typeText, type LinkTo } from './type-text';

/** The heading that describes a shape. */
export interface ShapeHome {
  /** A tag, or `index`. */
  page: string;
  heading: string;
}

/** The shapes of an error, which every operation can return. */
const errorShapes = ['Error', 'ErrorDetail', 'ErrorType'];

/**
 * Finds where the reference describes each shape. A request body is described with its operation. Every other shape is
 * described on the page of the first resource that uses the shape.
 */
export function findShapeHomes(document: Document): Map<string, ShapeHome> {
  const homes = new Map(errorShapes.map((name) => [name, { page: 'index', heading: name }]));
  const addIfNew = (name: string, home: ShapeHome) => homes.has(name) || homes.set(name, home);
  const operations = inPageOrder(document);
  for (const [page, operation] of operations) {
    const ref = bodySchemaOf(operation)?.$ref;
    if (ref) addIfNew(shapeName(ref), { page, heading: operation.operationId });
  }
  for (const [page, operation] of operations)
    for (const name of reachableShapes(withoutErrors(operation), document))
      addIfNew(name, { page, heading: name });
  return homes;
}

const inPageOrder = (document: Document): (readonly [page: string, operation: Operation])[] =>
  document.tags.flatMap(({ name }) =>
    [
      ...listOperations(document).map(({ operation }) => operation),
      ...Object.values(document.webhooks).map(({ post }) => post),
    ]
      .filter(({ tags }) => tags[0] === name)
      .map((operation) => [name, operation] as const),
  );

export const bodySchemaOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

const withoutErrors = ({ parameters, requestBody, responses }: Operation): unknown[] => [
  parameters,
  requestBody,
  ...Object.entries(responses).map(([status, response]) => status.startsWith('2') && response),
];

/** Returns the names of all shapes that a part of the document refers to, directly or through other shapes. */
function reachableShapes(part: unknown, document: Document, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachableShapes(document.components.schemas[name], document, found);
  }
  return found;
}

/** Returns a function that creates the links from a page to shapes. */
export const linksFrom =
  (page: string, homes: Map<string, ShapeHome>): LinkTo =>
  (shape) => {
    const home = homes.get(shape);
    if (!home) throw new Error(`No page of the reference describes ${shape}`);
    return `[${shape}](${home.page === page ? '' : `${home.page}.md`}#${home.heading.toLowerCase()})`;
  };

/** Describes the shapes that have a separate heading on the page, in alphabetical order. */
export function shapeSection(
  page: string,
  homes: Map<string, ShapeHome>,
  { components }: Document,
): string[] {
  const linkTo = linksFrom(page, homes);
  const names = [...homes.entries()].flatMap(([name, home]) =>
    home.page === page && home.heading === name ? [name] : [],
  );
  if (names.length === 0) return [];
  const texts = names.toSorted().map((name) => shapeText(name, components.schemas[name] ?? {}, linkTo));
  return ['## Shapes', ...texts];
}

const shapeText = (name: string, schema: Schema, linkTo: LinkTo): string =>
  [`### ${name}`, ...(schema.description ? [schema.description] : []), schemaText(schema, linkTo)].join(
    '\n\n',
  );

/** Describes a schema: the fields of an object, the fields of each alternative, or the type of any other schema. */
export function schemaText(schema: Schema, linkTo: LinkTo, options?: { isBody: boolean }): string {
  if (schema.properties) return fieldTable(schema, linkTo, options);
  const alternatives = alternativesOf(schema);
  if (!alternatives?.some(({ properties }) => properties)) return `Type: ${typeText(schema, linkTo)}.`;
  return ['One of:', ...alternatives.map((alternative) => schemaText(alternative, linkTo, options))].join(
    '\n\n',
  );
}
