import { Campaigns } from '../../support/campaigns/campaigns';
import { createCampaignIn, scheduleTimes } from '../../support/campaigns/campaign-in-status';
import { unknownId } from '../../support/matchers';
import { readClockMs } from '../../support/scheduled-sends';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import { waitUntil } from '../../support/wait-until';
import { refusalOf } from '../../support/api-helpers';

type Fields = Record<string, unknown>;

/** The actions that each status and each credential allows (CA-9 to CA-12, CA-18 to CA-22, CA-31, CA-38). */
const service = useService();
let campaigns: Campaigns;

/** Each campaign has two recipients. */
beforeAll(async () => {
  campaigns = await Campaigns.create(service);
  await campaigns.addManyContacts(2);
});

type CampaignAction = (id: string, key?: string) => Promise<ApiResponse>;

const patchWith =
  (body: unknown): CampaignAction =>
  (id, key) =>
    campaigns.api('PATCH', `/v1/broadcasts/${id}`, body, key);

const postWith =
  (action: 'send' | 'resume' | 'winner', body?: unknown): CampaignAction =>
  (id, key) =>
    campaigns.callAction(id, action, body, key);

const actions: Record<string, CampaignAction> = {
  send: postWith('send', {}),
  schedule: postWith('send', { scheduled_at: scheduleTimes.earlier }),
  edit: patchWith({ subject: 'Newer' }),
  move: patchWith({ scheduled_at: scheduleTimes.earlier }),
  postpone: patchWith({ scheduled_at: scheduleTimes.later }),
  unschedule: patchWith({ scheduled_at: null }),
  resume: postWith('resume'),
  decide: postWith('winner', { variant: 'b' }),
  delete: (id, key) => campaigns.api('DELETE', `/v1/broadcasts/${id}`, undefined, key),
};

const perform = (action: string, id: string, key?: string): Promise<ApiResponse> => {
  const selected = actions[action];
  if (!selected) throw new Error(`There is no action ${action}`);
  return selected(id, key);
};

/** Splits a table into cells with their row and column. The first line of the table names the columns. */
function cellsOf(table: string): [row: string, column: string, cell: string][] {
  const [columns = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  return rows.flatMap(([row = '', ...cells]) =>
    cells.map((cell, index): [string, string, string] => [row, columns[index] ?? '', cell]),
  );
}

const errorTypes: Record<string, string> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'invalid_state',
  422: 'invalid_request',
  429: 'daily_limit',
};

/** Expects the action to be refused and the campaign to be unchanged. Returns the error message. */
async function expectRefused(
  id: string,
  status: string,
  perform: () => Promise<ApiResponse>,
  type = errorTypes[status],
): Promise<string> {
  const before = await campaigns.getCampaign(id);
  const { message, ...refusal } = refusalOf(await perform());
  expect(refusal).toEqual({ status: Number(status), type });
  expect(await campaigns.getCampaign(id)).toEqual(before);
  return message;
}

/** The campaign's new status after each action in each status, or the status code of the refusal. */
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

describe('an action on a campaign', () => {
  // CA-2, CA-11, CA-12, CA-18, CA-21, CA-31, CA-38
  test.each(cellsOf(outcomes))(
    'in the status %s, the action %s results in %s',
    async (name, action, outcome) => {
      const id = await createCampaignIn(campaigns, name);

      if (/^\d+$/.test(outcome)) {
        const message = await expectRefused(id, outcome, () => perform(action, id));
        if (outcome === '409') expect(message).toContain(name.split('/')[0]);
        return;
      }
      const { status, body } = await perform(action, id);

      if (outcome === 'deleted') {
        expect([status, body]).toEqual([200, { id, deleted: true }]);
        expect((await campaigns.api('GET', `/v1/broadcasts/${id}`)).status).toBe(404);
        return;
      }
      const isPatch = ['edit', 'move', 'unschedule'].includes(action);
      expect([status, body.status]).toEqual([isPatch ? 200 : 202, outcome]);
      expect(Object.keys(body).sort()).toEqual(Object.keys(await campaigns.getCampaign(id)).sort());
    },
  );
});

/**
 * The status code of each action by each credential if the campaign's status allows the action. The key `capped` may
 * send to one recipient a day.
 */
const responses = `
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
  unguarded: () => Promise.resolve(campaigns.workspace.key),
  token: () => campaigns.workspace.createToken(),
  writer: () => campaigns.workspace.createGuardedKey({ scopes: ['broadcasts:write'] }),
  held: () => campaigns.workspace.createGuardedKey({ requires_approval: true }),
  allowlisted: () => campaigns.workspace.createGuardedKey({ allowed_recipients: ['@example.com'] }),
  capped: () => campaigns.workspace.createGuardedKey({ daily_send_limit: 1 }),
  reader: () => campaigns.workspace.createGuardedKey({ scopes: ['broadcasts:read', 'emails:send'] }),
  stranger: async () => (await Campaigns.create(service)).workspace.key,
};

/** Creates each credential once. */
const keys = new Map<string, Promise<string>>();

function keyOf(name: string): Promise<string> {
  const key = keys.get(name) ?? credentials[name]?.();
  if (!key) throw new Error(`There is no credential ${name}`);
  keys.set(name, key);
  return key;
}

describe('an action by a credential', () => {
  test.each(cellsOf(responses))('%s with the credential %s returns %s', async (row, credential, expected) => {
    const [status = '', action = ''] = row.split('/');
    const [id, key] = [await createCampaignIn(campaigns, status), await keyOf(credential)];

    if (Number(expected) >= 400) {
      const message = await expectRefused(id, expected, () => perform(action, id, key));
      if (credential === 'reader') expect(message).toContain('broadcasts:write');
    } else expect((await perform(action, id, key)).status).toBe(Number(expected));
  });
});

describe('a request with a key that may not start campaigns', () => {
  const statuses = ['draft', 'scheduled', 'sending', 'paused', 'testing', 'sent', 'failed'];
  const guardedActions: [action: string, runAction: CampaignAction][] = [
    ...['send', 'schedule', 'move', 'postpone', 'resume', 'decide'].map(
      (action): [string, CampaignAction] => [action, (id, key) => perform(action, id, key)],
    ),
    ['send at an invalid time', postWith('send', { scheduled_at: 'tomorrow' })],
    ['send at a number', postWith('send', { scheduled_at: 7 })],
    ['move to an invalid time', patchWith({ scheduled_at: 'tomorrow' })],
    ['move to a boolean', patchWith({ scheduled_at: false })],
    ['move with other changes', patchWith({ scheduled_at: scheduleTimes.later, subject: 7 })],
    ['decide for an unknown variant', postWith('winner', { variant: 'z' })],
    ['decide for a number', postWith('winner', { variant: 7 })],
  ];

  // CA-21, K-34
  test.each(statuses)('is refused before the status %s and the body are checked', async (status) => {
    const id = await createCampaignIn(campaigns, status);

    for (const credential of ['held', 'allowlisted']) {
      const key = await keyOf(credential);
      for (const [, runAction] of guardedActions) await expectRefused(id, '403', () => runAction(id, key));
    }
  });

  test('returns 404 instead of 403 if the campaign does not exist', async () => {
    for (const [, runAction] of guardedActions)
      expect(refusalOf(await runAction(unknownId, await keyOf('held')))).toEqual({
        status: 404,
        type: 'not_found',
        message: 'No such campaign',
      });
  });

  test('returns an error that gives the reason and suggests another key', async () => {
    const id = await createCampaignIn(campaigns, 'draft');

    expect(await expectRefused(id, '403', async () => perform('send', id, await keyOf('held')))).toMatch(
      /requires approval, so it cannot start a campaign/,
    );
    expect(
      await expectRefused(id, '403', async () => perform('send', id, await keyOf('allowlisted'))),
    ).toMatch(/allowlist/);
  });
});

/** Every possible problem, in the order of the checks. */
const problems = [
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
type Problem = (typeof problems)[number];

const refusals: Record<Problem, [status: number, type: string]> = {
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

interface CheckOrderCase {
  action: string;
  /** A status in which the action is allowed. */
  status: string;
  /** The action with an invalid body. */
  invalidRequest?: CampaignAction;
  /** The problems for which the action checks, in this order. */
  reportedProblems: Problem[];
  accepted: number;
}

const checkOrderCases: CheckOrderCase[] = [
  {
    action: 'send',
    status: 'draft',
    invalidRequest: postWith('send', { scheduled_at: 7 }),
    reportedProblems: ['unknown', 'held', 'status', 'body', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'schedule',
    status: 'scheduled',
    invalidRequest: postWith('send', { scheduled_at: [] }),
    reportedProblems: ['unknown', 'held', 'status', 'body', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'move',
    status: 'scheduled',
    invalidRequest: patchWith({ scheduled_at: 7 }),
    reportedProblems: ['unknown', 'held', 'status', 'body', 'limit'],
    accepted: 200,
  },
  {
    action: 'resume',
    status: 'paused',
    reportedProblems: ['unknown', 'held', 'status', 'warm-up', 'no address', 'suspended', 'unpaid', 'limit'],
    accepted: 202,
  },
  {
    action: 'decide',
    status: 'testing',
    invalidRequest: postWith('winner', { variant: 'z' }),
    reportedProblems: ['unknown', 'held', 'status', 'body', 'unpaid', 'limit'],
    accepted: 202,
  },
];

describe('an action with several problems reports the first in this order:', () => {
  /** Returns workspace settings with these problems. */
  const settingsWith = (wrong: readonly Problem[]): Fields => ({
    postal_address: wrong.includes('no address') ? null : '1 Lane',
    suspended_reason: wrong.includes('suspended') ? 'Complaints' : null,
    payment_method_verified: !wrong.includes('unpaid'),
  });

  let sharedCampaigns: Campaigns;

  beforeEach(async () => {
    sharedCampaigns = campaigns;
    campaigns = await Campaigns.create(service);
    await campaigns.addManyContacts(2);
  });

  afterEach(() => {
    campaigns = sharedCampaigns;
  });

  // CA-20, CA-33
  test.each(checkOrderCases)(
    '$action: $reportedProblems',
    async ({ action, status, invalidRequest, reportedProblems, accepted }) => {
      const { workspace } = campaigns;
      const keys = {
        held: await workspace.createGuardedKey({ requires_approval: true, daily_send_limit: 1 }),
        limit: await workspace.createGuardedKey({ daily_send_limit: 1 }),
        free: await workspace.createGuardedKey({ daily_send_limit: 2 }),
      };
      const ids = {
        status: await createCampaignIn(campaigns, 'sent'),
        'warm-up': await createCampaignIn(campaigns, status, {
          pauseReason: 'warmup',
          resumeAfter: scheduleTimes.due,
        }),
        right: await createCampaignIn(campaigns, status),
      };

      /** Performs the action with the remaining problems. */
      const performWith = async (remaining: readonly Problem[]): Promise<ApiResponse> => {
        const isPresent = (problem: Problem) => remaining.includes(problem);
        await workspace.updateWorkspace(settingsWith(remaining));
        const key = isPresent('held') ? keys.held : isPresent('limit') ? keys.limit : keys.free;
        const campaignId = isPresent('status')
          ? ids.status
          : isPresent('warm-up') && status === 'paused'
            ? ids['warm-up']
            : ids.right;
        const runAction: CampaignAction =
          isPresent('body') && invalidRequest
            ? invalidRequest
            : (id, callerKey) => perform(action, id, callerKey);
        return runAction(isPresent('unknown') ? unknownId : campaignId, key);
      };

      for (const problem of reportedProblems) {
        const response = await performWith(problems.slice(problems.indexOf(problem)));
        const { status: code, type } = refusalOf(response);
        expect([problem, code, type]).toEqual([problem, ...refusals[problem]]);
      }
      // Problems for which the action does not check remain.
      const response = await performWith(problems.filter((problem) => !reportedProblems.includes(problem)));
      expect([response.status, response.body.id]).toEqual([accepted, ids.right]);
    },
  );
});

describe('the scheduled time of a campaign', () => {
  afterEach(() => service.control('DELETE', '/faults'));

  const schedulings: [
    description: string,
    status: string,
    createAction: (scheduled_at: unknown) => CampaignAction,
  ][] = [
    ['a draft that is scheduled', 'draft', (scheduled_at) => postWith('send', { scheduled_at })],
    [
      'a scheduled campaign that is sent again',
      'scheduled',
      (scheduled_at) => postWith('send', { scheduled_at }),
    ],
    ['a scheduled campaign that is rescheduled', 'scheduled', (scheduled_at) => patchWith({ scheduled_at })],
  ];

  describe.each(schedulings)('of %s', (_description, status, createAction) => {
    // CA-18
    test.each([
      ['2099-12-24T18:00:00Z', '2099-12-24T18:00:00.000Z'],
      ['2099-12-24T18:00:00.123Z', '2099-12-24T18:00:00.123Z'],
      ['2096-02-29T00:00:00Z', '2096-02-29T00:00:00.000Z'],
      [scheduleTimes.due, scheduleTimes.due],
    ])('can be %s', async (scheduled_at, expected) => {
      const id = await createCampaignIn(campaigns, status);

      const { body } = await createAction(scheduled_at)(id);

      expect(body).toMatchObject({ id, status: 'scheduled', scheduled_at: expected, started_at: null });
      expect(await campaigns.getCampaign(id)).toEqual(body);
    });

    // CA-19
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
    )('must not be %j', async (_, scheduled_at) => {
      const id = await createCampaignIn(campaigns, status);

      const message = await expectRefused(
        id,
        '422',
        () => createAction(scheduled_at)(id),
        'invalid_schedule',
      );

      expect(message).toMatch(/^scheduled_at: .*Z/);
    });

    test.each([7, true, {}, [scheduleTimes.later]])(
      'must not be %j, which is not a string',
      async (scheduled_at) => {
        const id = await createCampaignIn(campaigns, status);

        await expectRefused(id, '422', () => createAction(scheduled_at)(id));
      },
    );
  });

  test('does not change if a send-time test is sent again', async () => {
    const id = await createCampaignIn(campaigns, 'scheduled/timed');
    const before = await campaigns.getCampaign(id);

    const { status, body } = await perform('send', id);

    expect(before.scheduled_at).toBe(scheduleTimes.due);
    expect([status, body]).toEqual([202, before]);
  });

  // CA-10
  test('is removed by unscheduling, after which the draft can be changed and scheduled again', async () => {
    const id = await createCampaignIn(campaigns, 'scheduled');

    expect((await perform('unschedule', id)).body).toMatchObject({ status: 'draft', scheduled_at: null });
    expect((await perform('edit', id)).body).toMatchObject({ status: 'draft', subject: 'Newer' });
    expect((await perform('schedule', id)).body).toMatchObject({
      status: 'scheduled',
      scheduled_at: scheduleTimes.earlier,
    });
  });

  test('that another request removes before the scheduling request returns remains removed', async () => {
    const id = await createCampaignIn(campaigns, 'draft');
    const read = { service: 'dynamodb', operation: 'GetItem', function: 'sendBroadcast' };
    const firstAfterItIsStored = { ...read, skip: 3, times: 1 };
    await service.control('POST', '/faults', { ...firstAfterItIsStored, delay_ms: 10_000 });

    let isAnswered = false;
    const scheduling = perform('schedule', id).finally(() => (isAnswered = true));
    const isScheduled = async () => (await campaigns.getCampaign(id)).status === 'scheduled';
    await waitUntil(isScheduled, () => 'The campaign is not scheduled');
    const unscheduled = await perform('unschedule', id);
    expect(isAnswered).toBe(false);
    const scheduled = await scheduling;
    await service.control('DELETE', '/faults');

    expect([unscheduled.status, scheduled.status]).toEqual([200, 202]);
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'draft', scheduled_at: null });
  });

  // CA-10
  test('is the only field of a scheduled campaign that can be changed', async () => {
    const id = await createCampaignIn(campaigns, 'scheduled');

    for (const body of [
      {},
      { subject: 'Newer' },
      { scheduled_at: scheduleTimes.later, subject: 'Newer' },
      { scheduled_at: null, name: 'New' },
      { audience_id: unknownId },
      { subject: 7 },
    ])
      await expectRefused(id, '409', () => patchWith(body)(id));
  });
});

test('a misspelled scheduled_at is refused, and the error names the correct field', async () => {
  const id = await campaigns.createDraft();

  const response = await campaigns.callAction(id, 'send', { schedule_at: '2028-01-01T00:00:00Z' });

  expect(response).toMatchObject({ status: 422, body: { error: { message: 'Validation failed' } } });
  expect(JSON.stringify(response.body.error.details)).toContain('scheduled_at');
  expect((await campaigns.getCampaign(id)).status).toBe('draft');
});

describe('a campaign action without a body', () => {
  test.each(['send', 'resume', 'winner'] as const)('%s accepts an empty body', async (action) => {
    const status = { send: 'draft', resume: 'paused', winner: 'testing' }[action];
    const id = await createCampaignIn(campaigns, status);
    const path = `/v1/broadcasts/${id}/${action}`;

    const response = await service.api('POST', path, { key: campaigns.workspace.key, raw: '' });

    expect([response.status, response.body.status]).toEqual([202, 'sending']);
  });
});

test('a campaign that exceeds the daily limit is refused, and the error gives the start of the next day', async () => {
  const id = await createCampaignIn(campaigns, 'draft');
  const key = await keyOf('capped');

  const { headers, body } = await perform('send', id, key);

  const leftMs = 86_400_000 - ((await readClockMs(service)) % 86_400_000);
  const seconds = Number(headers.get('retry-after'));
  expect(body.error.type).toBe('daily_limit');
  expect(Math.abs(seconds - leftMs / 1000)).toBeLessThan(10);
});
