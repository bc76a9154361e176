import { SendRequestSchema } from '../../functions/api/emails/shapes';
import { SaveTopicRequestSchema } from '../../functions/api/topics/shapes';
import { NewWebhookEndpointRequestSchema } from '../../functions/api/webhook-endpoints/shapes';
import * as z from '../../shared/schema/schema';
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

//
test.each<[string, z.core.$ZodType & z.ZodMiniType, unknown, string]>([
  ['an empty string', z.string().check(z.minLength(1)), '', 'must not be empty'],
  ['a short string', z.string().check(z.minLength(3)), 'ab', 'must have at least 3 characters'],
  ['a long string', z.string().check(z.maxLength(1)), 'ab', 'must have at most 1 character'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'must not be empty'],
  ['a long list', z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'must have at most 2 items'],
  ['a small number', z.number().check(z.gte(5)), 4, 'must be 5 or more'],
  ['a number at an open limit', z.number().check(z.positive()), 0, 'must be more than 0'],
  ['a large number', z.number().check(z.lte(5)), 6, 'must be 5 or less'],
  ['a number at an open upper limit', z.number().check(z.lt(5)), 5, 'must be less than 5'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['another multiple', z.number().check(z.multipleOf(5)), 6, 'must be a multiple of 5'],
  ['text that is no UUID', z.uuid(), 'x', 'must be a UUID'],
  ['text that is no address', z.email(), 'x', 'must be an email address'],
  ['text that is no IP address', z.ipv4(), 'x', 'must be an IPv4 address'],
  ['text that is no time', z.iso.datetime(), 'x', 'must be a time such as 2026-10-02T09:00:00Z'],
  ['text that is no date', z.iso.date(), 'x', 'must be a date such as 2026-10-02'],
  ['text in another format', z.string().check(z.regex(/^a$/)), 'x', 'must be in the format regex'],
  [
    'another word',
    z.enum(['first', 'second']),
    'firsst',
    'must be one of first, second; did you mean `first`?',
  ],
  ['another constant', z.literal(true), false, 'must be one of true'],
  ['a list instead of an object', z.record(z.string(), z.string()), [], 'must be an object'],
  ['text instead of null', z.null(), 'x', 'must be null'],
  [
    'an unknown kind',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
    { kind: 'b' },
    'must be one of a',
  ],
  [
    'a name that is too short',
    z.record(z.string().check(z.minLength(2)), z.string()),
    { a: 'x' },
    'is not a valid name: must have at least 2 characters',
  ],
  ['what our own check refuses', z.string().check(z.refine(() => false)), 'x', 'is not valid'],
])('%s gets a sentence of ours', (_description, schema, value, message) => {
  expect(detailsOf(schema, value).map((detail) => detail.message)).toEqual([message]);
});
