import { AwsError, type AwsCall } from '../stand-in';
import { asRecord } from '../../machine/as-record';

type Need = AwsCall['needs'][number];

/**
 * The need with the values of the partition key that it touches, for conditions on `dynamodb:LeadingKeys`.
 * Without values it stays as it is: Scan has none, and the engine refuses what lacks its key.
 */
export function withLeadingKeys(need: Need, values: string[]): Need {
  if (values.length === 0) return need;
  return { ...need, context: { 'dynamodb:LeadingKeys': [...new Set(values)] } };
}

/** The partition keys of items, or of the keys that name them. */
export function keysOfItems(items: unknown[], attribute: string | undefined): string[] {
  if (attribute === undefined) return [];
  return items.flatMap((item) => valueOf(asRecord(item)[attribute]) ?? []);
}

/**
 * The partition key that a Query asks for. Of an index it is the index's own. A Query that does not show it is
 * refused here: without a value every condition on the leading keys would hold.
 */
export function keysOfQuery(input: Record<string, unknown>, attribute: string | undefined): string[] {
  if (attribute === undefined) return [];
  const value = valueOf(findComparedValue(input, attribute));
  if (value !== undefined) return [value];
  throw new AwsError('ValidationException', `Query condition missed key schema element: ${attribute}`);
}

function findComparedValue(input: Record<string, unknown>, attribute: string): unknown {
  const names = asRecord(input['ExpressionAttributeNames']);
  const expression = input['KeyConditionExpression'];
  const condition = typeof expression === 'string' ? expression : '';
  const equalities = [...condition.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)];
  const found = equalities.find(([, name = '']) => (names[name] ?? name) === attribute);
  if (found) return asRecord(input['ExpressionAttributeValues'])[found[2] ?? ''];

  // The older form of a key condition.
  const values = asRecord(asRecord(input['KeyConditions'])[attribute])['AttributeValueList'];
  return Array.isArray(values) ? values[0] : undefined;
}

/** Key attributes are strings, numbers or binary. The last two are texts on the wire as well. */
function valueOf(attributeValue: unknown): string | undefined {
  const { S, N, B } = asRecord(attributeValue);
  const value = S ?? N ?? B;
  return typeof value === 'string' ? value : undefined;
}
