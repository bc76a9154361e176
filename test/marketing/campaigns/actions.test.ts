import { Campaigns } from '../../support/campaigns/campaigns';
import { aCampaignIn, times } from '../../support/campaigns/statuses';
import { nobody } from '../../support/matchers';
import { clockMs } from '../../support/schedules';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';
import { until } from '../../support/until';
import { refusalOf } from '../../support/arrange';

type Fields = Record<string, unknown>;

/** What can be done with a campaign in each status, and by whom: contract.md 4.14. */
const service = theService();
let campaigns: Campaigns;

/** Two people. */
beforeAll(async () => {
  campaigns = await Campaigns.start(service);
  await campaigns.addMany(2);
});

type Act = (id: string, key?: string) => Promise<Answer>;

const patching =
  (body: unknown): Act =>
  (id, key) =>
    campaigns.api('PATCH', `/v1/broadcasts/${id}`, body, key);

const posting =
  (action: 'send' | 'resume' | 'winner', body?: unknown): Act =>
  (id, key) =>
    campaigns.act(id, action, body, key);

const actions: Record<string, Act> = {
  send: posting('send', {}),
  schedule: posting('send', { scheduled_at: times.earlier }),
  edit: patching({ subject: 'Newer' }),
  move: patching({ scheduled_at: times.earlier }),
  postpone: patching({ scheduled_at: times.later }),
  unschedule: patching({ scheduled_at: null }),
  resume: posting('resume'),
  decide: posting('winner', { variant: 'b' }),
  delete: (id, key) => campaigns.api('DELETE', `/v1/broadcasts/${id}`, undefined, key),
};

const act = (action: string, id: string, key?: string): Promise<Answer> => {
  const run = actions[action];
  if (!run) throw new Error(`There is no action ${action}`);
  return run(id, key);
};

/** The cells of a table whose first line names its columns: row, column and what stands there. */
function cellsOf(table: string): [row: string, column: string, cell: string][] {
  const [columns = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  return rows.flatMap(([row = '', ...cells]) =>
    cells.map((cell, at): [string, string, string] => [row, columns[at] ?? '', cell]),
  );
}

const types: Record<string, string> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'invalid_state',
  422: 'invalid_request',
  429: 'daily_limit',
};

/** Does something that is refused, and leaves the campaign as it was. Returns what is said. */
async function expectRefused(
  id: string,
  status: string,
  does: () => Promise<Answer>,
  type = types[status],
): Promise<string> {
  const before = await campaigns.read(id);
  const { message, ...refusal } = refusalOf(await does());
  expect(refusal).toEqual({ status: Number(status), type });
  expect(await campaigns.read(id)).toEqual(before);
  return message;
}

/** What each action makes of a campaign in each status: the status that it has then, or that of the refusal. */
const outcomes = `
                   send       schedule   edit       move       unschedule  resume     decide     delete
  draft            sending    scheduled  draft      422        422         409        409        deleted
  draft/timed      scheduled  422        draft      422        422         409        409        deleted
  scheduled        sending    scheduled  409        scheduled  draft       409        409        deleted
  scheduled/timed  scheduled  422        409        422        draft       409        409        deleted
  sending          409        409        409        409        409         409        409        409
  paused           409        409        409        409        409         sending    409        deleted
  testing          409        409        409        409        409         409        sending    deleted
  sent             409        409        409        409        409         409        409        deleted
  failed           409        409        409        409        409         409        409        deleted
`;

describe('of a campaign that is', () => {
  test.each(cellsOf(outcomes))('%s, %s: %s', async (name, action, outcome) => {
    const id = await aCampaignIn(campaigns, name);

    if (/^\d+$/.test(outcome)) {
      const message = await expectRefused(id, outcome, () => act(action, id));
      if (outcome === '409') expect(message).toContain(name.split('/')[0]);
      return;
    }
    const { status, body } = await act(action, id);

    if (outcome === 'deleted') {
      expect([status, body]).toEqual([200, { id, deleted: true }]);
      expect((await campaigns.api('GET', `/v1/broadcasts/${id}`)).status).toBe(404);
      return;
    }
    const isPatch = ['edit', 'move', 'unschedule'].includes(action);
    expect([status, body.status]).toEqual([isPatch ? 200 : 202, outcome]);
    expect(Object.keys(body).sort()).toEqual(Object.keys(await campaigns.read(id)).sort());
  });
});

/** What each credential is answered that does what the campaign's status allows. `capped`: for one recipient a day. */
const answers = `
                        unguarded  token  writer  held  allowlisted  capped  reader  stranger
  draft/send            202        202    202     403   403          429     403     404
  draft/schedule        202        202    202     403   403          429     403     404
  draft/edit            200        200    200     200   200          200     403     404
  draft/delete          200        200    200     200   200          200     403     404
  scheduled/send        202        202    202     403   403          429     403     404
  scheduled/schedule    202        202    202     403   403          429     403     404
  scheduled/move        200        200    200     403   403          429     403     404
  scheduled/postpone    200        200    200     403   403          200     403     404
  scheduled/unschedule  200        200    200     200   200          200     403     404
  paused/resume         202        202    202     403   403          429     403     404
  testing/decide        202        202    202     403   403          429     403     404
`;

const credentials: Record<string, () => Promise<string>> = {
  unguarded: () => Promise.resolve(campaigns.actor.key),
  token: () => campaigns.actor.token(),
  writer: () => campaigns.actor.guarded({ scopes: ['broadcasts:write'] }),
  held: () => campaigns.actor.guarded({ requires_approval: true }),
  allowlisted: () => campaigns.actor.guarded({ allowed_recipients: ['@example.com'] }),
  capped: () => campaigns.actor.guarded({ daily_send_limit: 1 }),
  reader: () => campaigns.actor.guarded({ scopes: ['broadcasts:read', 'emails:send'] }),
  stranger: async () => (await Campaigns.start(service)).actor.key,
};

/** Each is made once. */
const made = new Map<string, Promise<string>>();

function keyOf(name: string): Promise<string> {
  const key = made.get(name) ?? credentials[name]?.();
  if (!key) throw new Error(`There is no credential ${name}`);
  made.set(name, key);
  return key;
}

describe('of a campaign that is, and done with,', () => {
  test.each(cellsOf(answers))('%s, %s: %s', async (row, credential, expected) => {
    const [status = '', action = ''] = row.split('/');
    const [id, key] = [await aCampaignIn(campaigns, status), await keyOf(credential)];

    if (Number(expected) >= 400) {
      const message = await expectRefused(id, expected, () => act(action, id, key));
      if (credential === 'reader') expect(message).toContain('broadcasts:write');
    } else expect((await act(action, id, key)).status).toBe(Number(expected));
  });
});

describe('a key that sets nothing on its way', () => {
  const statuses = ['draft', 'scheduled', 'sending', 'paused', 'testing', 'sent', 'failed'];
  const guarded: [action: string, does: Act][] = [
    ...['send', 'schedule', 'move', 'postpone', 'resume', 'decide'].map((action): [string, Act] => [
      action,
      (id, key) => act(action, id, key),
    ]),
    ['send at no time', posting('send', { scheduled_at: 'tomorrow' })],
    ['send at what is no text', posting('send', { scheduled_at: 7 })],
    ['move to no time', patching({ scheduled_at: 'tomorrow' })],
    ['move to what is no text', patching({ scheduled_at: false })],
    ['move with other changes', patching({ scheduled_at: times.later, subject: 7 })],
    ['decide for nobody', posting('winner', { variant: 'z' })],
    ['decide for what is no key', posting('winner', { variant: 7 })],
  ];

  test.each(statuses)('is refused that before the status and the body are looked at: %s', async (status) => {
    const id = await aCampaignIn(campaigns, status);

    for (const credential of ['held', 'allowlisted']) {
      const key = await keyOf(credential);
      for (const [, does] of guarded) await expectRefused(id, '403', () => does(id, key));
    }
  });

  test('is told first that there is no such campaign', async () => {
    for (const [, does] of guarded)
      expect(refusalOf(await does(nobody, await keyOf('held')))).toEqual({
        status: 404,
        type: 'not_found',
        message: 'No such campaign',
      });
  });

  test('is told what it may not, and that another key may', async () => {
    const id = await aCampaignIn(campaigns, 'draft');

    expect(await expectRefused(id, '403', async () => act('send', id, await keyOf('held')))).toMatch(
      /held for approval/,
    );
    expect(await expectRefused(id, '403', async () => act('send', id, await keyOf('allowlisted')))).toMatch(
      /allowlist/,
    );
  });
});

/** Everything that can be wrong, in the order in which it is found out. */
const faults = [
  'unknown',
  'held',
  'status',
  'warm-up',
  'body',
  'no address',
  'suspended',
  'unpaid',
  'limit',
] as const;
type Fault = (typeof faults)[number];

const refusals: Record<Fault, [status: number, type: string]> = {
  unknown: [404, 'not_found'],
  held: [403, 'forbidden'],
  status: [409, 'invalid_state'],
  'warm-up': [409, 'invalid_state'],
  body: [422, 'invalid_request'],
  'no address': [422, 'no_postal_address'],
  suspended: [422, 'workspace_suspended'],
  unpaid: [402, 'payment_method_required'],
  limit: [429, 'daily_limit'],
};

interface Ladder {
  action: string;
  /** In which it can be done. */
  status: string;
  /** With a body that cannot be read. */
  wrong?: Act;
  /** What is looked at, in this order. */
  finds: Fault[];
  accepted: number;
}

const ladders: Ladder[] = [
  {
    action: 'send',
    status: 'draft',
    wrong: posting('send', { scheduled_at: 7 }),
    finds: ['unknown', 'held', 'status', 'body', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'schedule',
    status: 'scheduled',
    wrong: posting('send', { scheduled_at: [] }),
    finds: ['unknown', 'held', 'status', 'body', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'move',
    status: 'scheduled',
    wrong: patching({ scheduled_at: 7 }),
    finds: ['unknown', 'held', 'status', 'body', 'limit'],
    accepted: 200,
  },
  {
    action: 'resume',
    status: 'paused',
    finds: ['unknown', 'held', 'status', 'warm-up', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'decide',
    status: 'testing',
    wrong: posting('winner', { variant: 'z' }),
    finds: ['unknown', 'held', 'status', 'body', 'unpaid', 'limit'],
    accepted: 202,
  },
];

describe('of several reasons against it, the first is said:', () => {
  /** What is wrong in the workspace alone. */
  const settingsWith = (wrong: readonly Fault[]): Fields => ({
    postal_address: wrong.includes('no address') ? null : '1 Lane',
    suspended_reason: wrong.includes('suspended') ? 'Complaints' : null,
    payment_method_verified: !wrong.includes('unpaid'),
  });

  let shared: Campaigns;

  beforeEach(async () => {
    shared = campaigns;
    campaigns = await Campaigns.start(service);
    await campaigns.addMany(2);
  });

  afterEach(() => {
    campaigns = shared;
  });

  test.each(ladders)('$action: $finds', async ({ action, status, wrong, finds, accepted }) => {
    const { actor } = campaigns;
    const keys = {
      held: await actor.guarded({ requires_approval: true, daily_send_limit: 1 }),
      limit: await actor.guarded({ daily_send_limit: 1 }),
      free: await actor.guarded({ daily_send_limit: 2 }),
    };
    const ids = {
      status: await aCampaignIn(campaigns, 'sent'),
      'warm-up': await aCampaignIn(campaigns, status, { pauseReason: 'warmup', resumeAfter: times.due }),
      right: await aCampaignIn(campaigns, status),
    };

    /** Does it with all that is left of what is wrong. */
    const doesWith = async (left: readonly Fault[]): Promise<Answer> => {
      const has = (fault: Fault) => left.includes(fault);
      await actor.set(settingsWith(left));
      const key = has('held') ? keys.held : has('limit') ? keys.limit : keys.free;
      const known = has('status')
        ? ids.status
        : has('warm-up') && status === 'paused'
          ? ids['warm-up']
          : ids.right;
      const does: Act = has('body') && wrong ? wrong : (id, by) => act(action, id, by);
      return does(has('unknown') ? nobody : known, key);
    };

    for (const fault of finds) {
      const answer = await doesWith(faults.slice(faults.indexOf(fault)));
      const { status: code, type } = refusalOf(answer);
      expect([fault, code, type]).toEqual([fault, ...refusals[fault]]);
    }
    // What is not looked at stays wrong.
    const answer = await doesWith(faults.filter((fault) => !finds.includes(fault)));
    expect([answer.status, answer.body.id]).toEqual([accepted, ids.right]);
  });
});

describe('the time of a campaign', () => {
  afterEach(() => service.control('DELETE', '/faults'));

  const ways: [what: string, status: string, at: (scheduled_at: unknown) => Act][] = [
    ['a draft that is scheduled', 'draft', (scheduled_at) => posting('send', { scheduled_at })],
    ['a scheduled one that is sent again', 'scheduled', (scheduled_at) => posting('send', { scheduled_at })],
    ['a scheduled one that is moved', 'scheduled', (scheduled_at) => patching({ scheduled_at })],
  ];

  describe.each(ways)('of %s', (_what, status, at) => {
    test.each([
      ['2099-12-24T18:00:00Z', '2099-12-24T18:00:00.000Z'],
      ['2099-12-24T18:00:00.123Z', '2099-12-24T18:00:00.123Z'],
      ['2096-02-29T00:00:00Z', '2096-02-29T00:00:00.000Z'],
      [times.due, times.due],
    ])('can be %s', async (scheduled_at, shown) => {
      const id = await aCampaignIn(campaigns, status);

      const { body } = await at(scheduled_at)(id);

      expect(body).toMatchObject({ id, status: 'scheduled', scheduled_at: shown, started_at: null });
      expect(await campaigns.read(id)).toEqual(body);
    });

    test.each(
      [
        '',
        'tomorrow',
        'in 2 hours',
        '2099-12-24',
        '2099-12-24T18:00:00',
        '2099-12-24 18:00:00Z',
        '2099-12-24T18:00:00+02:00',
        '2099-12-24T18:00:00+00:00',
        '2099-12-24T25:00:00Z',
        '2099-02-29T00:00:00Z',
        '24.12.2099',
        '4102444800000',
        'x'.repeat(3_000),
      ].map((text) => [text.slice(0, 30), text] as const),
    )('cannot be %j', async (_, scheduled_at) => {
      const id = await aCampaignIn(campaigns, status);

      const message = await expectRefused(id, '422', () => at(scheduled_at)(id), 'invalid_schedule');

      expect(message).toMatch(/^scheduled_at: .*Z/);
    });

    test.each([7, true, {}, [times.later]])('cannot be %j, which is no text', async (scheduled_at) => {
      const id = await aCampaignIn(campaigns, status);

      await expectRefused(id, '422', () => at(scheduled_at)(id));
    });
  });

  test('stays what it was where a test of the time of sending is sent again', async () => {
    const id = await aCampaignIn(campaigns, 'scheduled/timed');
    const before = await campaigns.read(id);

    const { status, body } = await act('send', id);

    expect(before.scheduled_at).toBe(times.due);
    expect([status, body]).toEqual([202, before]);
  });

  test('is forgotten by a draft, which can be changed and scheduled again', async () => {
    const id = await aCampaignIn(campaigns, 'scheduled');

    expect((await act('unschedule', id)).body).toMatchObject({ status: 'draft', scheduled_at: null });
    expect((await act('edit', id)).body).toMatchObject({ status: 'draft', subject: 'Newer' });
    expect((await act('schedule', id)).body).toMatchObject({
      status: 'scheduled',
      scheduled_at: times.earlier,
    });
  });

  test('that is taken back before whoever set it is answered stays taken back', async () => {
    const id = await aCampaignIn(campaigns, 'draft');
    const read = { service: 'dynamodb', operation: 'GetItem', function: 'sendBroadcast' };
    const firstAfterItIsStored = { ...read, skip: 3, times: 1 };
    await service.control('POST', '/faults', { ...firstAfterItIsStored, delay_ms: 10_000 });

    let isAnswered = false;
    const scheduling = act('schedule', id).finally(() => (isAnswered = true));
    const isScheduled = async () => (await campaigns.read(id)).status === 'scheduled';
    await until(isScheduled, () => 'The campaign is not scheduled');
    const takenBack = await act('unschedule', id);
    expect(isAnswered).toBe(false);
    const scheduled = await scheduling;
    await service.control('DELETE', '/faults');

    expect([takenBack.status, scheduled.status]).toEqual([200, 202]);
    expect(await campaigns.read(id)).toMatchObject({ status: 'draft', scheduled_at: null });
  });

  test('is the only thing of a scheduled campaign that can be changed', async () => {
    const id = await aCampaignIn(campaigns, 'scheduled');

    for (const body of [
      {},
      { subject: 'Newer' },
      { scheduled_at: times.later, subject: 'Newer' },
      { scheduled_at: null, name: 'New' },
      { audience_id: nobody },
      { subject: 7 },
    ])
      await expectRefused(id, '409', () => patching(body)(id));
  });
});

test('a campaign whose time is misspelt is not sent: it says which field is meant', async () => {
  const id = await campaigns.draft();

  const answer = await campaigns.act(id, 'send', { schedule_at: '2028-01-01T00:00:00Z' });

  expect(answer).toMatchObject({ status: 422, body: { error: { message: 'Validation failed' } } });
  expect(JSON.stringify(answer.body.error.details)).toContain('scheduled_at');
  expect((await campaigns.read(id)).status).toBe('draft');
});

describe('a campaign without a body', () => {
  test.each(['send', 'resume', 'winner'] as const)('%s needs none', async (action) => {
    const status = { send: 'draft', resume: 'paused', winner: 'testing' }[action];
    const id = await aCampaignIn(campaigns, status);
    const path = `/v1/broadcasts/${id}/${action}`;

    const answer = await service.api('POST', path, { key: campaigns.actor.key, raw: '' });

    expect([answer.status, answer.body.status]).toEqual([202, 'sending']);
  });
});

test('a campaign that does not fit the day is told when the next one begins', async () => {
  const id = await aCampaignIn(campaigns, 'draft');
  const key = await keyOf('capped');

  const { headers, body } = await act('send', id, key);

  const leftMs = 86_400_000 - ((await clockMs(service)) % 86_400_000);
  const seconds = Number(headers.get('retry-after'));
  expect(body.error.type).toBe('daily_limit');
  expect(Math.abs(seconds - leftMs / 1000)).toBeLessThan(10);
});
