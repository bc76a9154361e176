import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { Authorizer } from '../../packages/local/src/aws/iam/authorizer';
import { Iam, type Principal } from '../../packages/local/src/aws/iam/iam';
import {
  nextFireAt,
  parseScheduleExpression,
} from '../../packages/local/src/aws/scheduler/schedule-expression';
import { SchedulerStandIn } from '../../packages/local/src/aws/scheduler/scheduler-stand-in';
import { AwsError } from '../../packages/local/src/aws/service';
import { Clock } from '../../packages/local/src/clock/clock';
import type { InvokeOutcome } from '../../packages/local/src/lambda/runner';
import type { ScheduleSpec } from '../../packages/local/src/template/deployment';
import { aFolder } from '../support/run/run-folder';
import { serveStandIn } from './support/serve-stand-in';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** A schedule rings somewhere in the minute after its time. */
const minuteMs = 60_000;

const roleArn = 'arn:aws:iam::000000000000:role/scheduler';
const drainArn = 'arn:aws:lambda:us-east-1:000000000000:function:drain';
const queueArn = 'arn:aws:sqs:us-east-1:000000000000:mail';

const mayInvoke = (...functions: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functions }],
});

const iam = new Iam([
  { arn: roleArn, policies: [{ name: 'ring', document: mayInvoke('*') }] },
  { arn: `${roleArn}-of-another`, policies: [{ name: 'ring', document: mayInvoke(drainArn) }] },
]);

function aSpec(overrides: Partial<ScheduleSpec> = {}): ScheduleSpec {
  return {
    name: 'sweep',
    groupName: 'default',
    expression: 'rate(5 minutes)',
    targetArn: 'arn:aws:lambda:us-east-1:000000000000:function:sweep',
    roleArn,
    input: undefined,
    enabled: true,
    ...overrides,
  };
}

let dataDir: string;
let clock: Clock;
let scheduler: SchedulerStandIn;
let client: SchedulerClient;
let stopServer: () => Promise<void>;
/** What the role was refused. */
let refusals: string[];
/** What was called, in order: `drain {"a":1}`. */
let calls: string[];
let outcomes: InvokeOutcome['kind'][];

beforeEach(async () => {
  dataDir = aFolder();
  [calls, outcomes, refusals] = [[], [], []];
  clock = new Clock();
  await open();
});

afterEach(() => close());

async function open(specs: ScheduleSpec[] = []): Promise<void> {
  clock = new Clock(clock.offsetMs());
  scheduler = new SchedulerStandIn({
    region: 'us-east-1',
    accountId: '000000000000',
    schedules: specs,
    groups: ['due'],
    runner: { invoke },
    queues: { send },
    authorizer: new Authorizer(iam, (line) => refusals.push(line)),
    clock,
    dataDir,
  });
  const server = await serveStandIn(scheduler);
  stopServer = server.stop;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new SchedulerClient({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
}

async function close(): Promise<void> {
  client.destroy();
  scheduler.close();
  await stopServer();
  clock.stop();
}

async function restart(specs: ScheduleSpec[] = []): Promise<void> {
  await close();
  await open(specs);
}

async function invoke(functionName: string, payload: string): Promise<InvokeOutcome> {
  calls.push(`${functionName} ${payload}`);
  const requestId = String(calls.length);
  return outcomes.shift() === 'error'
    ? { kind: 'error', requestId, payload: '{}' }
    : { kind: 'answer', requestId, payload: 'null' };
}

async function send(sender: Principal, arn: string, body: string): Promise<void> {
  if (sender !== roleArn) throw new AwsError('AccessDenied', 'Another role', 403);
  if (arn !== queueArn) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
  calls.push(`${arn} ${body}`);
}

/** Moves the clock, and lets the promises of what fired go on. */
async function pass(ms: number): Promise<void> {
  clock.jumpTo(clock.now() + ms);
  do await new Promise((resolve) => setImmediate(resolve));
  while (scheduler.running() > 0);
}

/** An `at()` that many whole seconds from now. */
const at = (seconds: number) => `at(${isoIn(seconds).slice(0, 19)})`;
const isoIn = (seconds: number) =>
  new Date(Math.ceil(clock.now() / 1000) * 1000 + seconds * 1000).toISOString();

async function create(overrides: Partial<CreateScheduleCommandInput> = {}) {
  const input = {
    Name: 'alarm',
    ScheduleExpression: at(600),
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: { Arn: drainArn, RoleArn: roleArn, Input: '{"a":1}' },
    ...overrides,
  };
  return client.send(new CreateScheduleCommand(input));
}

const names = async (input: object = {}) =>
  (await client.send(new ListSchedulesCommand(input))).Schedules?.map(({ Name }) => Name);

describe('a one-time schedule', () => {
  test('calls its function once, within the minute after its time, and is deleted', async () => {
    await create();
    expect(scheduler.waiting()).toBe(1);

    await pass(570_000);
    expect(calls).toEqual([]);
    await pass(minuteMs + 31_000);
    expect(calls).toHaveLength(1);
    await pass(3_600_000);

    expect(calls).toEqual(['drain {"a":1}']);
    expect([scheduler.waiting(), scheduler.running()]).toEqual([0, 0]);
    await expect(client.send(new GetScheduleCommand({ Name: 'alarm' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('that is not to be deleted stays, and does not fire again', async () => {
    await create({ ActionAfterCompletion: 'NONE' });

    await pass(601_000 + minuteMs);
    await restart();
    await pass(86_400_000);

    expect(calls).toHaveLength(1);
    expect(scheduler.waiting()).toBe(0);
    expect(await names()).toEqual(['alarm']);
  });

  test('that is deleted, disabled or moved does not fire at its old time', async () => {
    await create({ Name: 'deleted' });
    await create({ Name: 'disabled', State: 'DISABLED' });
    await create({ Name: 'moved' });
    await client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
    await client.send(
      new UpdateScheduleCommand({
        Name: 'moved',
        ScheduleExpression: at(1200),
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: drainArn, RoleArn: roleArn, Input: '"moved"' },
      }),
    );

    await pass(601_000 + minuteMs);
    expect(calls).toEqual([]);
    await pass(600_000);
    expect(calls).toEqual(['drain "moved"']);
  });

  test('whose time has passed fires at once', async () => {
    await create({ ScheduleExpression: at(-3600) });
    await pass(1);

    expect(calls).toEqual(['drain {"a":1}']);
  });

  test('survives a kill, and fires after the start when its time has come meanwhile', async () => {
    await create();

    await close();
    clock = new Clock(clock.offsetMs() + 3_600_000);
    await open();
    await pass(1);

    expect(calls).toEqual(['drain {"a":1}']);
    expect(await names()).toEqual([]);
  });

  test('whose function fails is tried once more after a minute, if its policy allows', async () => {
    const Target = { Arn: drainArn, RoleArn: roleArn };
    await create({ Name: 'patient', Target: { ...Target, RetryPolicy: { MaximumRetryAttempts: 5 } } });
    outcomes = ['error', 'error', 'error'];

    await pass(601_000 + minuteMs);
    await pass(30_000);
    expect(calls).toHaveLength(1);
    await pass(30_000);
    await pass(3_600_000);

    expect(calls).toHaveLength(2);
    expect(await names()).toEqual([]);
  });

  test('without a retry policy is not tried again', async () => {
    await create();
    outcomes = ['error'];

    await pass(601_000 + minuteMs);
    await pass(3_600_000);

    expect(calls).toHaveLength(1);
  });

  test('sends to a queue', async () => {
    await create({ Target: { Arn: queueArn, RoleArn: roleArn, Input: 'work' } });

    await pass(601_000 + minuteMs);

    expect(calls).toEqual([`${queueArn} work`]);
  });

  test('of a queue that is not there ends like one whose function failed', async () => {
    await create({ Target: { Arn: `${queueArn}-gone`, RoleArn: roleArn } });

    await pass(601_000 + minuteMs);

    expect(await names()).toEqual([]);
  });

  test('tells its target when it was due and who it is', async () => {
    const Input =
      '<aws.scheduler.scheduled-time> <aws.scheduler.schedule-arn> <aws.scheduler.attempt-number>';
    const dueAt = isoIn(600);
    await create({ GroupName: 'due', Target: { Arn: drainArn, RoleArn: roleArn, Input } });

    await pass(601_000 + minuteMs);

    const arn = 'arn:aws:scheduler:us-east-1:000000000000:schedule/due/alarm';
    expect(calls).toEqual([`drain ${dueAt.slice(0, 19)}Z ${arn} 1`]);
  });

  test('without an input gives its target an empty object', async () => {
    await create({ Target: { Arn: drainArn, RoleArn: roleArn } });

    await pass(601_000 + minuteMs);

    expect(calls).toEqual(['drain {}']);
  });

  test('is late by its name: at any second of its minute, and by as much when all is repeated', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `alarm-${at}`);
    const latenessOfAll = async () => {
      const [base, late] = [clock.now(), new Map<string, number>()];
      for (const Name of names)
        await create({
          Name,
          ScheduleExpression: at(600),
          Target: { Arn: drainArn, RoleArn: roleArn, Input: Name },
        });
      for (let second = 0; second <= 662; second += 1) {
        const before = calls.length;
        await pass(base + second * 1_000 - clock.now());
        for (const call of calls.slice(before)) late.set(call, second - 600);
      }
      return late;
    };

    const first = await latenessOfAll();
    const second = await latenessOfAll();

    expect(first.size).toBe(30);
    expect([...first.values()].every((seconds) => seconds >= 0 && seconds <= 61)).toBe(true);
    expect(new Set(first.values()).size).toBeGreaterThan(10);
    // The time of a schedule is a whole second, up to one after now.
    for (const [call, seconds] of first)
      expect(Math.abs((second.get(call) ?? 0) - seconds)).toBeLessThanOrEqual(1);
  });

  test('fires before those that are due later, whatever the order of creation', async () => {
    for (const seconds of [300, 100, 200]) {
      const Target = { Arn: drainArn, RoleArn: roleArn, Input: String(seconds) };
      await create({ Name: `in-${seconds}`, ScheduleExpression: at(seconds), Target });
    }

    await pass(301_000 + minuteMs);

    expect(calls).toEqual(['drain 100', 'drain 200', 'drain 300']);
  });
});

describe('a recurring schedule', () => {
  test('of the template fires one interval after the start, and then at each interval', async () => {
    await restart([aSpec()]);

    for (let minute = 0; minute < 10; minute += 1) await pass(60_000);

    expect(calls).toEqual(['sweep {}', 'sweep {}']);
    expect(scheduler.waiting()).toBe(0);
  });

  test('of the template is not on disk: without it in the template it is gone', async () => {
    await restart([aSpec()]);
    expect(await names()).toEqual(['sweep']);

    await restart();

    expect(await names()).toEqual([]);
  });

  test('that the template disables does not fire', async () => {
    await restart([aSpec({ enabled: false })]);

    await pass(3_600_000);

    expect(calls).toEqual([]);
  });

  test('that was created goes on after a restart', async () => {
    await create({ ScheduleExpression: 'rate(1 hour)', ActionAfterCompletion: 'NONE' });
    await pass(1_800_000);

    await restart();
    await pass(1_800_000);

    expect(calls).toHaveLength(1);
  });

  test('goes on after its function failed', async () => {
    await restart([aSpec()]);
    outcomes = ['error'];

    await pass(300_000);
    await pass(300_000);

    expect(calls).toHaveLength(2);
  });

  test('makes up for one missed turn only', async () => {
    await restart([aSpec()]);

    await pass(3_600_000);

    expect(calls).toHaveLength(1);
  });
});

describe('the role of a schedule', () => {
  const another = `${roleArn}-of-another`;
  const targetArn = 'arn:aws:lambda:us-east-1:000000000000:function:sweep';

  test('that may not call the target keeps it from being called, and the line says so', async () => {
    await restart([
      aSpec({ roleArn: another }),
      aSpec({ name: 'drain', roleArn: another, targetArn: drainArn }),
    ]);

    await pass(5 * minuteMs);

    expect(calls).toEqual(['drain {}']);
    expect(refusals).toEqual([
      `${another} is not authorized to perform: lambda:InvokeFunction on resource: ${targetArn}`,
    ]);
  });

  test('is the one under which a message is sent to a queue', async () => {
    await restart([
      aSpec({ roleArn: another, targetArn: queueArn }),
      aSpec({ name: 'allowed', targetArn: queueArn }),
    ]);

    await pass(5 * minuteMs);

    expect(calls).toEqual([`${queueArn} {}`]);
  });
});

describe('the API', () => {
  test('a schedule reads as it was created', async () => {
    const before = clock.now();
    const { ScheduleArn } = await create({ GroupName: 'due', Description: 'Wakes the drain' });
    const after = clock.now();

    const read = await client.send(new GetScheduleCommand({ Name: 'alarm', GroupName: 'due' }));

    expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/due/alarm');
    expect(read).toEqual({
      $metadata: expect.anything(),
      Arn: ScheduleArn,
      Name: 'alarm',
      GroupName: 'due',
      Description: 'Wakes the drain',
      ScheduleExpression: expect.stringMatching(/^at\(/),
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: 'ENABLED',
      ActionAfterCompletion: 'DELETE',
      Target: { Arn: drainArn, RoleArn: roleArn, Input: '{"a":1}' },
      CreationDate: expect.any(Date),
      LastModificationDate: expect.any(Date),
    });
    // Its times may be whole seconds.
    expect(read.CreationDate?.getTime()).toBeGreaterThan(before - 1_000);
    expect(read.CreationDate?.getTime()).toBeLessThan(after + 1_000);
  });

  test('the same alarm twice is a conflict, in another group it is none', async () => {
    await create();

    await expect(create()).rejects.toMatchObject({
      name: 'ConflictException',
      $metadata: { httpStatusCode: 409 },
    });
    await create({ GroupName: 'due' });
    expect(scheduler.waiting()).toBe(2);
  });

  test('a creation that is repeated with its client token succeeds and changes nothing', async () => {
    const first = await create({ ClientToken: 'once' });
    const second = await create({ ClientToken: 'once' });

    expect(second.ScheduleArn).toBe(first.ScheduleArn);
    expect(scheduler.waiting()).toBe(1);
  });

  test.each([
    ['a time that is none', { ScheduleExpression: 'at(2026-02-31T00:00:00)' }],
    ['a rate that is none', { ScheduleExpression: 'rate(1 minutes)' }],
    ['a time zone that is not known here', { ScheduleExpressionTimezone: 'Europe/Berlin' }],
    ['an end date, which is not known here', { EndDate: new Date() }],
    ['a name with a space', { Name: 'a b' }],
    ['a name of 65 characters', { Name: 'x'.repeat(65) }],
    ['a target that is neither function nor queue', { Target: { Arn: 'arn:aws:s3:::b', RoleArn: roleArn } }],
  ])('a schedule with %s is refused', async (_, overrides) => {
    await expect(create(overrides)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('a schedule or group that is not there is refused', async () => {
    const gone = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
    const update = { ScheduleExpression: at(1), FlexibleTimeWindow: { Mode: 'OFF' as const } };
    const Target = { Arn: drainArn, RoleArn: roleArn };

    await expect(client.send(new DeleteScheduleCommand({ Name: 'x' }))).rejects.toMatchObject(gone);
    await expect(
      client.send(new UpdateScheduleCommand({ Name: 'x', Target, ...update })),
    ).rejects.toMatchObject(gone);
    await expect(create({ GroupName: 'nowhere' })).rejects.toMatchObject(gone);
  });

  test('schedules are listed by group, prefix and state, a page at a time', async () => {
    for (const Name of ['b-1', 'a-1', 'a-2']) await create({ Name });
    await create({ Name: 'a-3', GroupName: 'due', State: 'DISABLED' });

    expect(await names()).toEqual(['a-1', 'a-2', 'b-1', 'a-3']);
    expect(await names({ GroupName: 'due' })).toEqual(['a-3']);
    expect(await names({ NamePrefix: 'a-', State: 'ENABLED' })).toEqual(['a-1', 'a-2']);

    const page = await client.send(new ListSchedulesCommand({ MaxResults: 3 }));
    expect(page.Schedules?.map(({ Name }) => Name)).toEqual(['a-1', 'a-2', 'b-1']);
    expect(await names({ NextToken: page.NextToken })).toEqual(['a-3']);
  });

  test('an operation that the stand-in does not have is refused', async () => {
    await expect(client.send(new ListScheduleGroupsCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperation',
    });
  });

  test('creating needs the permission on the schedule and to pass the role of its target', () => {
    const body = {
      GroupName: 'due',
      ScheduleExpression: at(60),
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: drainArn, RoleArn: roleArn },
    };
    const request = {
      method: 'POST',
      path: '/schedules/alarm',
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    };

    expect(scheduler.read(request)).toMatchObject({
      service: 'scheduler',
      operation: 'CreateSchedule',
      target: 'alarm',
      needs: [
        {
          action: 'scheduler:CreateSchedule',
          resource: 'arn:aws:scheduler:us-east-1:000000000000:schedule/due/alarm',
        },
        {
          action: 'iam:PassRole',
          resource: roleArn,
          context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
        },
      ],
    });
  });
});

describe('schedule expressions', () => {
  const next = (text: string, after: string) => {
    const expression = parseScheduleExpression(text);
    const instant = expression && nextFireAt(expression, Date.parse(after));
    return instant === undefined ? undefined : new Date(instant).toISOString();
  };

  // 2026-11-30 is a Monday.
  test.each([
    ['at(2026-12-01T00:00:01)', '2026-11-30T12:34:56.789Z', '2026-12-01T00:00:01.000Z'],
    ['rate(1 minute)', '2026-11-30T12:34:56.789Z', '2026-11-30T12:35:56.789Z'],
    ['rate(2 days)', '2026-11-30T12:34:56.789Z', '2026-12-02T12:34:56.789Z'],
    ['cron(0 12 * * ? *)', '2026-11-30T12:00:00Z', '2026-12-01T12:00:00.000Z'],
    ['cron(0 12 * * ? *)', '2026-11-30T11:59:59.999Z', '2026-11-30T12:00:00.000Z'],
    ['cron(0/15 * * * ? *)', '2026-11-30T12:34:56Z', '2026-11-30T12:45:00.000Z'],
    ['cron(5,50 8-17 ? * MON-FRI *)', '2026-12-04T17:50:00Z', '2026-12-07T08:05:00.000Z'],
    ['cron(0 0 L * ? *)', '2026-11-30T00:00:00Z', '2026-12-31T00:00:00.000Z'],
    ['cron(0 9 ? * 6L *)', '2026-11-30T00:00:00Z', '2026-12-25T09:00:00.000Z'],
    ['cron(0 9 ? * 2#1 *)', '2026-11-30T00:00:00Z', '2026-12-07T09:00:00.000Z'],
    ['cron(0 0 29 FEB ? *)', '2026-11-30T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['cron(0 0 1 JAN,JUL ? 2030-2031)', '2026-11-30T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['cron(0 0 1 1 ? 2020)', '2026-11-30T00:00:00Z', undefined],
  ])('%s after %s fires at %s', (text, after, expected) => {
    expect(next(text, after)).toBe(expected);
  });

  test.each([
    'at(2026-12-01)',
    'at(2026-12-01T24:00:01)',
    'rate(0 minutes)',
    'rate(1 day',
    'rate(2 hour)',
    'rate(1 week)',
    'cron(0 12 * * *)',
    'cron(0 12 * * * *)',
    'cron(0 12 ? * ? *)',
    'cron(60 12 * * ? *)',
    'cron(0 12 15W * ? *)',
    'cron(0 12 ? * FRI-MON *)',
    'every day',
  ])('%s is no expression', (text) => {
    expect(parseScheduleExpression(text)).toBeUndefined();
  });
});
