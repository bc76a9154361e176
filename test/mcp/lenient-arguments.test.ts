import { readArguments } from '../../packages/mcp/src/read-arguments';
import { allTools } from '../../packages/mcp/src/tools';
import * as z from 'zod';
import { aDomain, aWorkspace } from '../support/factories';
import { useService } from '../support/use-service';
import { connectOverHttp, connectOverStdio, type McpAgent } from './support/client';

const service = useService();

const schema = z.strictObject({
  text: z.string().optional(),
  choice: z.enum(['5', 'all']).default('all'),
  count: z.int().min(1).optional(),
  share: z.number().optional(),
  on: z.boolean().optional(),
  list: z.array(z.string()).max(3).optional(),
  counts: z.array(z.int()).optional(),
  map: z.record(z.string(), z.boolean()).optional(),
  any: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  nested: z.strictObject({ days: z.int().optional(), name: z.string().optional() }).optional(),
  clearable: z.int().nullable().optional(),
});

// M-9
describe('arguments are read as the schema means them', () => {
  test.each([
    [
      'null of an optional argument',
      { text: null, count: null, nested: null, choice: null },
      { choice: 'all' },
    ],
    ['null that clears a field', { clearable: null }, { clearable: null }],
    [
      'numeric text',
      { count: '5', share: '0.25', clearable: '-3' },
      { count: 5, share: 0.25, clearable: -3 },
    ],
    ['boolean text', { on: 'true', map: { a: 'false' } }, { on: true, map: { a: false } }],
    ['JSON text of an array', { list: '["a","5"]', counts: '["1",2]' }, { list: ['a', '5'], counts: [1, 2] }],
    ['JSON text of an object', { map: '{"a":true}' }, { map: { a: true } }],
    ['values in nested objects', { nested: '{"days":"7","name":null}' }, { nested: { days: 7 } }],
    ['text where a string belongs', { text: '5', choice: '5' }, { text: '5', choice: '5' }],
    [
      'JSON text where a string belongs',
      { text: '{"a":1}', list: ['["b"]'] },
      { text: '{"a":1}', list: ['["b"]'] },
    ],
    ['text where several types are possible', { any: { a: '5', b: 5 } }, { any: { a: '5', b: 5 } }],
    [
      'an argument named like a member of Object',
      { map: { constructor: 'true' } },
      { map: { constructor: true } },
    ],
  ])('%s', (_description, given, expected) => {
    expect(schema.parse(readArguments(schema, given))).toEqual({ choice: 'all', ...expected });
  });

  test.each([
    ['text that is no number', { count: 'five' }],
    ['an empty text', { count: '' }],
    ['a number beyond the range', { count: '0' }],
    ['infinite text', { share: '1e999' }],
    ['a fraction', { count: '1.5' }],
    ['other words for booleans', { on: 'yes' }],
    ['a number where a boolean belongs', { on: '1' }],
    ['text that is no JSON', { list: 'a,b' }],
    ['JSON text of another type', { list: '{"a":1}' }],
    ['too many items in JSON text', { list: '["a","b","c","d"]' }],
    ['a number where text belongs', { text: 5 }],
    ['null in a list', { list: ['a', null] }],
    ['an unknown argument', { txt: null }],
  ])('%s is refused', (_description, given) => {
    expect(schema.safeParse(readArguments(schema, given)).success).toBe(false);
  });

  test('for every tool, null of each optional argument equals its absence', () => {
    for (const { name, args } of allTools) {
      const tool = z.strictObject(args);
      const optional = Object.entries(args).filter(
        ([, arg]) => arg instanceof z.ZodOptional && !(arg.unwrap() instanceof z.ZodNullable),
      );
      const nulls = Object.fromEntries(optional.map(([arg]) => [arg, null]));
      expect({ name, read: readArguments(tool, nulls) }).toEqual({ name, read: {} });
    }
  });
});

describe.each([
  ['over stdio', connectOverStdio],
  ['over HTTP', connectOverHttp],
] as const)('%s', (_description, connect) => {
  let agent: McpAgent;
  let from: string;

  beforeAll(async () => {
    const { id, key } = await aWorkspace(service);
    from = `desk@${(await aDomain(service, id)).domain}`;
    agent = await connect(service, key);
  });

  afterAll(() => agent.close());

  test('an email with null, JSON text and text arguments is sent', async () => {
    const { isError, body } = await agent.call('send_email', {
      from,
      to: 'kim@example.com',
      subject: '5',
      text: '{"a":1}',
      html: null,
      cc: '["lee@example.com"]',
      bcc: null,
      idempotency_key: null,
    });

    expect({ isError, status: body.status }).toEqual({ isError: false, status: 'sent' });
    const list = await agent.call('list_emails', { limit: '1', cursor: null, status: null });
    expect(list.body.data).toMatchObject([{ id: body.id, subject: '5' }]);
  });

  test.each([
    ['null', null],
    ['JSON text', '{"days":"7"}'],
  ])('arguments that are %s are read', async (_type, args) => {
    const result = await agent.client.request({
      method: 'tools/call',
      params: { name: 'get_email_metrics', arguments: args as never },
    });

    expect(result).toMatchObject({ structuredContent: { days: args === null ? 30 : 7 } });
  });

  test('the list of tools never changes', () => {
    expect(agent.client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
  });
});
