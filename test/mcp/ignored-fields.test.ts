import { fileDomains } from '../support/file-domains';
import { useService } from '../support/use-service';
import { connectOverHttp, type McpAgent } from './support/client';

const service = useService();
let agent: McpAgent;

beforeAll(async () => {
  agent = await connectOverHttp(service, service.metadata.key, '?toolsets=all');
});

afterAll(() => agent.close());

//
test('a result says which fields the service ignored', async () => {
  const { body } = await service.api('GET', '/v1/domains');
  const marketing = body.data.find((row: { domain: string }) => row.domain === fileDomains().marketing);

  const { isError, parts } = await agent.call('create_automation', {
    name: 'Trial',
    slug: 'trial',
    identity_id: marketing.id,
    from: `hello@${fileDomains().marketing}`,
    trigger: { kind: 'api', event_name: 'signed_up' },
    steps: [{ delay_minutes: 0, subject: 'Hi', html: '<p>Hi</p>' }],
  });

  expect(isError).toBe(false);
  expect(parts.slice(1)).toEqual([
    {
      type: 'text',
      text: 'The service ignored these fields, which had no effect: trigger.event_name. Correct their names or values, and check the result.',
    },
  ]);
});

test('a result has no such sentence if nothing was ignored', async () => {
  expect((await agent.call('list_topics')).parts).toHaveLength(1);
});

//
test('an unreadable cursor is an error, so that an agent does not read the first page forever', async () => {
  expect(await agent.call('find_contact', { cursor: 'garbage' })).toMatchObject({
    isError: true,
    text:
      'GET /v1/contacts cannot read the cursor, and returned the first page. Pass the next_cursor of the page before unchanged, or no cursor\n' +
      'Next: call again with the next_cursor of the last result as cursor, or without cursor.',
  });
});

test('an unknown argument is refused before the call', async () => {
  expect(await agent.call('list_topics', { limt: 5 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('limt'),
  });
});
