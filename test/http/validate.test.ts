import { SendRequestSchema } from '../../functions/api/emails/shapes';
import { SaveTopicRequestSchema } from '../../functions/api/topics/shapes';
import { NewWebhookEndpointRequestSchema } from '../../functions/api/webhook-endpoints/shapes';
import type { ApiError, ErrorDetail } from '../../shared/core/errors';
import { validate } from '../../shared/schema/validate';

/** Returns the `details` of the error, with the path and message of each problem. */
function detailsOf(schema: Parameters<typeof validate>[0], value: unknown): ErrorDetail[] {
  try {
    validate(schema, value);
  } catch (error) {
    return (error as ApiError).details ?? [];
  }
  return [];
}

const email = { from: 'desk@shop.test', to: 'kim@example.com', subject: 'Hello', text: 'It works.' };

// E-2
test.each<[string, object, (string | number)[], string]>([
  ['a missing field', { ...email, from: undefined }, ['from'], '`from` is required'],
  ['a missing field with two allowed types', { ...email, to: undefined }, ['to'], '`to` is required'],
  ['an empty recipient list', { ...email, to: [] }, ['to'], 'name at least one recipient'],
  [
    'the In-Reply-To header as a field',
    { ...email, in_reply_to: '<a@b.example>' },
    ['in_reply_to'],
    'Unknown field; did you mean `reply_to_message_id`?',
  ],
  [
    'a field name in camel case',
    { ...email, scheduledAt: 'in 1 hour' },
    ['scheduledAt'],
    'Unknown field; did you mean `scheduled_at`?',
  ],
  ['a value of another type', { ...email, tags: { a: 'b' } }, ['tags'], 'must be an array'],
  ['a typo', { ...email, atachments: [] }, ['atachments'], 'Unknown field; did you mean `attachments`?'],
  ['an unknown name', { ...email, colour: 'red' }, ['colour'], 'Unknown field'],
  ['a very long unknown name', { ...email, ['x'.repeat(101)]: 1 }, ['x'.repeat(100)], 'Unknown field'],
  [
    'the name of a property of JavaScript objects',
    { ...email, constructor: 1 },
    ['constructor'],
    'Unknown field',
  ],
  [
    'a nested field',
    { ...email, tags: [{ name: 'a', vallue: 'b', value: 'b' }] },
    ['tags', 0, 'vallue'],
    'Unknown field; did you mean `value`?',
  ],
])('%s gets a detail that says what to do', (_description, value, path, message) => {
  expect(detailsOf(SendRequestSchema, value)).toEqual([{ path, message }]);
});

test.each([
  [{ nam: 'Offers' }, '`name` is required; `nam` is not a known field'],
  [{ colour: 'red' }, '`name` is required'],
  [
    { ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1])), nam: 1 },
    '`name` is required',
  ],
])('a schema that ignores unknown fields reports missing fields (%#)', (value, message) => {
  expect(detailsOf(SaveTopicRequestSchema, value)).toContainEqual({ path: ['name'], message });
});

test('the error for an invalid option lists the valid options, and suggests the closest', () => {
  const endpoint = { url: 'https://hooks.acme.example/', events: ['delivry'] };

  const [detail] = detailsOf(NewWebhookEndpointRequestSchema, endpoint);

  expect(detail?.path).toEqual(['events', 0]);
  expect(detail?.message).toMatch(/^must be one of inbound, send, .*; did you mean `delivery`\?$/);
});

test('an error about the whole body has an empty path', () => {
  expect(detailsOf(SendRequestSchema, 'hello')).toEqual([{ path: [], message: 'must be an object' }]);
});
