import { AwsError, type AwsCall } from '../stand-in';
import { asRecord } from '../../machine/as-record';

type Need = AwsCall['needs'][number];

/**
 * Adds the partition keys that a call touches, for conditions on `dynamodb:LeadingKeys`. Returns the need unchanged if
 * there are no values, as for a Scan or for an item without its key, which the engine refuses.
 */
export function withLeadingKeys(need: Need, values: string[]): Need {
  if (values.length === 0) return need;
  return { ...need, context: { 'dynamodb:LeadingKeys': [...new Set(values)] } };
}

/** The partition key values in a list of items or item keys. */
export function keysOfItems(items: unknown[], attribute: string | undefined): string[] {
  if (attribute === undefined) return [];
  return items.flatMap((item) => valueOf(asRecord(item)[attribute]) ?? []);
}

/**
 * The value of the partition key in a Query; for a Query on an index, the value of the index's partition key. Throws if
 * the Query has no value, because a `ForAllValues` condition on the leading keys would then be true.
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

  // `KeyConditions` is the legacy form of `KeyConditionExpression`.
  const values = asRecord(asRecord(input['KeyConditions'])[attribute])['AttributeValueList'];
  return Array.isArray(values) ? values[0] : undefined;
}

/** Key attributes are strings, numbers or binary. All three are JSON strings on the wire. */
function valueOf(attributeValue: unknown): string | undefined {
  const { S, N, B } = asRecord(attributeValue);
  const value = S ?? N ?? B;
  return typeof value === 'string' ? value : undefined;
}
