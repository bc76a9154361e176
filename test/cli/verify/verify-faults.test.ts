import { callSes } from '../doctor/support/account-state';
import { aKey } from '../../support/api-helpers';
import { aDomain, aWorkspace } from '../../support/factories';
import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';
import { configurationSetName } from '../../../shared/domain/platform/domains/configuration-set-name';
import { causesIn, runVerify } from './support/run-verify';

type Fields = Record<string, unknown>;

interface Fault {
  what: string;
  /** The checks to run. All checks that are not in `causes` must pass. */
  only: readonly string[];
  /** The AWS calls that fail or wait. */
  calls?: readonly Fields[];
  /** Changes the workspace. May replace its key. */
  arrange?: (workspace: Workspace) => Promise<Partial<Workspace> | undefined>;
  /** The failed checks, with the beginning of the cause. */
  causes: Record<string, string>;
}

interface Workspace {
  id: string;
  key: string;
  sender: { id: string; domain: string };
}

let service: Service;

// A clock that was moved is a finding, so these tests do not share a runtime.
beforeAll(async () => {
  service = await Service.start(makeTempDir());
});

afterAll(() => service.stop());

afterEach(() => service.control('DELETE', '/faults'));

const denied = (awsService: string, operation: string, functionName: string): Fields => ({
  service: awsService,
  operation,
  function: functionName,
  error: 'AccessDeniedException',
});

const throttled = (operation: string, functionName: string): Fields => ({
  service: 'dynamodb',
  operation,
  function: functionName,
  error: 'ProvisionedThroughputExceededException',
});

const sesError = (error: string): Fields => ({ service: 'sesv2', operation: 'SendEmail', error });

const setDns = (name: string, records: Fields): Promise<undefined> =>
  service.control('PUT', `/dns/${name}`, records);

const faults: readonly Fault[] = [
  {
    what: 'sendEmail lacks a permission',
    only: ['send', 'contacts'],
    calls: [denied('dynamodb', 'BatchGetItem', 'sendEmail')],
    causes: { send: 'The role of sendEmail lacks a permission' },
  },
  {
    what: 'a domain has no event destination',
    only: ['send', 'campaign'],
    arrange: async ({ id, sender: { domain } }) => {
      const path = `/v2/email/configuration-sets/${configurationSetName(id, domain)}/event-destinations`;
      const { EventDestinations: destinations } = (await callSes(service.metadata, 'GET', path)) as {
        EventDestinations: { Name: string }[];
      };
      for (const { Name: name } of destinations) await callSes(service.metadata, 'DELETE', `${path}/${name}`);
      return undefined;
    },
    causes: { send: 'The SES configuration set of' },
  },
  {
    what: 'recordEmailEvents cannot write',
    only: ['send', 'campaign'],
    calls: [denied('dynamodb', 'PutItem', 'recordEmailEvents')],
    causes: {
      send: 'No SES event of any domain is recorded',
      campaign: 'No SES event of any domain is recorded',
    },
  },
  {
    what: 'the queue of events is slow',
    only: ['send'],
    calls: [
      {
        service: 'dynamodb',
        operation: 'PutItem',
        function: 'recordEmailEvents',
        delay_ms: 12_500,
        times: 2,
      },
    ],
    causes: { send: 'The queue of recordEmailEvents is slow' },
  },
  {
    what: 'the MX record points to another server',
    only: ['inbound'],
    arrange: ({ sender }) => setDns(sender.domain, { MX: [{ exchange: 'mx.other.example', priority: 10 }] }),
    causes: { inbound: 'Mail to' },
  },
  {
    what: 'a DKIM record is missing',
    only: ['domain'],
    arrange: async ({ key, sender }) => {
      const { body } = await service.api('GET', `/v1/domains/${sender.id}`, { key });
      const record = body.dns_records.find(({ kind }: { kind: string }) => kind === 'dkim');
      return setDns(record.name, { error: 'NXDOMAIN' });
    },
    causes: { domain: 'DNS lacks a DKIM record of' },
  },
  {
    what: 'SES throttles the account',
    only: ['send'],
    calls: [sesError('TooManyRequestsException')],
    causes: { send: 'SES throttles the account' },
  },
  {
    what: 'SES has paused the account',
    only: ['send'],
    calls: [sesError('SendingPausedException')],
    causes: { send: 'SES has paused sending' },
  },
  {
    what: 'the account is in the sandbox',
    only: ['send'],
    calls: [sesError('MessageRejected')],
    causes: { send: 'The account is in the SES sandbox' },
  },
  {
    what: 'no function may read the table',
    only: ['key'],
    calls: ['GetItem', 'UpdateItem', 'Query'].map((operation) =>
      denied('dynamodb', operation, 'getCredential'),
    ),
    causes: { key: 'The functions cannot use the table' },
  },
  {
    what: 'DynamoDB throttles the table',
    only: ['key'],
    calls: [throttled('UpdateItem', 'getCredential')],
    causes: { key: 'DynamoDB throttles the table.' },
  },
  {
    what: 'DynamoDB throttles the records of one function',
    only: ['send', 'contacts'],
    calls: [throttled('TransactWriteItems', 'addMembers')],
    causes: { contacts: 'DynamoDB throttles what addMembers reads or writes' },
  },
  {
    what: 'sendEmail does not respond',
    only: ['send', 'contacts'],
    calls: [{ service: 'dynamodb', operation: 'BatchGetItem', function: 'sendEmail', delay_ms: 35_000 }],
    causes: { send: 'sendEmail does not respond in time' },
  },
  {
    what: 'drainDueWork fails',
    only: ['schedule'],
    calls: [denied('dynamodb', 'Query', 'drainDueWork')],
    causes: { schedule: 'No wakeup reaches drainDueWork' },
  },
  {
    what: 'recordEmailEvents cannot write suppressions',
    only: ['send', 'bounce', 'complaint'],
    calls: [denied('dynamodb', 'UpdateItem', 'recordEmailEvents')],
    causes: {
      bounce: 'recordEmailEvents records events, but cannot write suppressions',
      complaint: 'recordEmailEvents records events, but cannot write suppressions',
    },
  },
  {
    what: 'the key lacks scopes',
    only: ['key'],
    arrange: async ({ key }) => ({
      key: (await aKey(service, { creatorKey: key, scopes: ['emails:send'] })).key,
    }),
    causes: { key: 'The key is limited (emails:read, domains:read' },
  },
  {
    what: 'the key has a guardrail',
    only: ['key'],
    arrange: async ({ key }) => ({
      key: (await aKey(service, { creatorKey: key, requires_approval: true })).key,
    }),
    causes: { key: 'The key is limited (an approval hold)' },
  },
  {
    what: 'the key belongs to another deployment',
    only: ['key'],
    arrange: () => Promise.resolve({ key: `sk_live_${'1'.repeat(43)}` }),
    causes: { key: 'The key is unknown to this service' },
  },
];

test.each(faults.map((fault) => [fault.what, fault] as const))(
  'verify names the cause: %s (CL-3)',
  async (_what, { only, calls = [], arrange, causes }) => {
    const workspace = await createWorkspace();
    const { key } = { ...workspace, ...(await arrange?.(workspace)) };
    for (const call of calls) await service.control('POST', '/faults', call);

    const report = await runVerify({ ...service.metadata, key }, { only });

    const expected = Object.entries(causes).map(([id, cause]) => [id, expect.stringContaining(cause)]);
    expect(causesIn(report)).toEqual(Object.fromEntries(expected));
  },
);

test('a missing permission to create schedules fails no check (CL-3)', async () => {
  const { key } = await createWorkspace();
  await service.control('POST', '/faults', denied('scheduler', 'CreateSchedule', 'sendEmail'));

  const report = await runVerify({ ...service.metadata, key }, { only: ['schedule'], timeoutMs: 60_000 });

  expect(report.outcome).toBe('passed');
});

describe('verify names the cause of each of several faults (CL-3)', () => {
  let causes: Record<string, string>;

  beforeAll(async () => {
    const { key } = await createWorkspace();
    const calls = [
      denied('dynamodb', 'GetItem', 'deliverWebhook'),
      denied('dynamodb', 'BatchGetItem', 'deliverWebhook'),
      denied('s3', 'PutObject', 'sendEmail'),
      denied('s3', 'GetObject', 'receiveMail'),
      denied('dynamodb', 'GetItem', 'runCampaigns'),
    ];
    for (const call of calls) await service.control('POST', '/faults', call);
    const only = ['send', 'webhook', 'inbound', 'approval', 'campaign'];
    causes = causesIn(await runVerify({ ...service.metadata, key }, { only }));
  });

  test.each([
    ['webhook', 'deliverWebhook fails', 'deliverWebhook does not read its queue, or fails'],
    ['approval', 'sendEmail may not write attachments', 'sendEmail may not write to the bucket'],
    ['inbound', 'receiveMail may not read the bucket', 'or receiveMail fails'],
    ['campaign', 'runCampaigns fails', 'runCampaigns does not read its queue, or fails'],
  ])('%s: %s', (id, _what, cause) => {
    expect(causes[id]).toContain(cause);
  });

  test('and no other check fails', () => {
    expect(causes['send']).toBeUndefined();
  });
});

async function createWorkspace(): Promise<Workspace> {
  const { id, key } = await aWorkspace(service, { postal_address: '1 Main Street, Springfield' });
  const [sender] = await Promise.all([
    aDomain(service, id),
    aDomain(service, id, { risk_class: 'marketing' }),
  ]);
  return { id, key, sender };
}
