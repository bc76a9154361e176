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
import { AwsError } from '../../packages/local/src/aws/stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import type { InvokeOutcome } from '../../packages/local/src/lambda/runner';
import type { ScheduleSpec } from '../../packages/local/src/template/deployment';
import { makeTempDir } from '../support/run/run-dir';
import { serveStandIn } from './support/serve-stand-in';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** The minute after the scheduled time, within which a schedule fires. */
const minuteMs = 60_000;

const roleArn = 'arn:aws:iam::000000000000:role/scheduler';
const drainArn = 'arn:aws:lambda:us-east-1:000000000000:function:drain';
const queueArn = 'arn:aws:sqs:us-east-1:000000000000:mail';

const allowInvoke = (...functions: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functions }],
});

const iam = new Iam([
  { arn: roleArn, policies: [{ name: 'ring', document: allowInvoke('*') }] },
  { arn: `${roleArn}-of-another`, policies: [{ name: 'ring', document: allowInvoke(drainArn) }] },
]);

function buildSpec(overrides: Partial<ScheduleSpec> = {}): ScheduleSpec {
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
/** The actions for which the role lacked the permission. */
let refusals: string[];
/** The invocations, in order, such as `drain {"a":1}`. */
let calls: string[];
let outcomes: InvokeOutcome['kind'][];

beforeEach(async () => {
  dataDir = makeTempDir();
  [calls, outcomes, refusals] = [[], [], []];
  clock = new Clock();
  await startScheduler();
});

afterEach(() => stopScheduler());

async function startScheduler(specs: ScheduleSpec[] = []): Promise<void> {
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

async function stopScheduler(): Promise<void> {
  client.destroy();
  scheduler.close();
  await stopServer();
  clock.stop();
}

async function restart(specs: ScheduleSpec[] = []): Promise<void> {
  await stopScheduler();
  await startScheduler(specs);
}

function invoke(functionName: string, payload: string): Promise<InvokeOutcome> {
  calls.push(`${functionName} ${payload}`);
  const requestId = String(calls.length);
  return Promise.resolve(
    outcomes.shift() === 'error'
      ? { kind: 'error', requestId, payload: '{}' }
      : { kind: 'response', requestId, payload: 'null' },
  );
}

function send(sender: Principal, arn: string, body: string): void {
  if (sender !== roleArn) throw new AwsError('AccessDenied', 'Another role', 403);
  if (arn !== queueArn) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
  calls.push(`${arn} ${body}`);
}

/** Advances the clock, and waits for the triggered invocations. */
async function advance(ms: number): Promise<void> {
  clock.jumpTo(clock.now() + ms);
  do await new Promise((resolve) => setImmediate(resolve));
  while (scheduler.runningCount() > 0);
}

/** Returns an `at()` expression for the time that is this many seconds ahead. */
const atExpression = (seconds: number) => `at(${isoTimeIn(seconds).slice(0, 19)})`;
const isoTimeIn = (seconds: number) =>
  new Date(Math.ceil(clock.now() / 1000) * 1000 + seconds * 1000).toISOString();

async function createSchedule(overrides: Partial<CreateScheduleCommandInput> = {}) {
  const input = {
    Name: 'alarm',
    ScheduleExpression: atExpression(600),
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: { Arn: drainArn, RoleArn: roleArn, Input: '{"a":1}' },
    ...overrides,
  };
  return client.send(new CreateScheduleCommand(input));
}

const listNames = async (input: object = {}) =>
  (await client.send(new ListSchedulesCommand(input))).Schedules?.map(({ Name }) => Name);

describe('a one-time schedule', () => {
  test('invokes its function once, within a minute after its time, and is deleted', async () => {
    await createSchedule();
    expect(scheduler.waitingCount()).toBe(1);

    await advance(570_000);
    expect(calls).toEqual([]);
    await advance(minuteMs + 31_000);
    expect(calls).toHaveLength(1);
    await advance(3_600_000);

    expect(calls).toEqual(['drain {"a":1}']);
    expect([scheduler.waitingCount(), scheduler.runningCount()]).toEqual([0, 0]);
    await expect(client.send(new GetScheduleCommand({ Name: 'alarm' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('with ActionAfterCompletion NONE stays, and does not fire again', async () => {
    await createSchedule({ ActionAfterCompletion: 'NONE' });

    await advance(601_000 + minuteMs);
    await restart();
    await advance(86_400_000);

    expect(calls).toHaveLength(1);
    expect(scheduler.waitingCount()).toBe(0);
    expect(await listNames()).toEqual(['alarm']);
  });

  test('that is deleted, disabled or moved does not fire at its old time', async () => {
    await createSchedule({ Name: 'deleted' });
    await createSchedule({ Name: 'disabled', State: 'DISABLED' });
    await createSchedule({ Name: 'moved' });
    await client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
    await client.send(
      new UpdateScheduleCommand({
        Name: 'moved',
        ScheduleExpression: atExpression(1200),
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: drainArn, RoleArn: roleArn, Input: '"moved"' },
      }),
    );

    await advance(601_000 + minuteMs);
    expect(calls).toEqual([]);
    await advance(600_000);
    expect(calls).toEqual(['drain "moved"']);
  });

  test('whose time has passed fires immediately', async () => {
    await createSchedule({ ScheduleExpression: atExpression(-3600) });
    await advance(1);

    expect(calls).toEqual(['drain {"a":1}']);
  });

  test('that becomes due while the runtime is down after a kill fires after the restart', async () => {
    await createSchedule();

    await stopScheduler();
    clock = new Clock(clock.offsetMs() + 3_600_000);
    await startScheduler();
    await advance(1);

    expect(calls).toEqual(['drain {"a":1}']);
    expect(await listNames()).toEqual([]);
  });

  test('whose function fails is retried once after a minute, if its retry policy allows', async () => {
    const Target = { Arn: drainArn, RoleArn: roleArn };
    await createSchedule({
      Name: 'patient',
      Target: { ...Target, RetryPolicy: { MaximumRetryAttempts: 5 } },
    });
    outcomes = ['error', 'error', 'error'];

    await advance(601_000 + minuteMs);
    await advance(30_000);
    expect(calls).toHaveLength(1);
    await advance(30_000);
    await advance(3_600_000);

    expect(calls).toHaveLength(2);
    expect(await listNames()).toEqual([]);
  });

  test('without a retry policy is not retried', async () => {
    await createSchedule();
    outcomes = ['error'];

    await advance(601_000 + minuteMs);
    await advance(3_600_000);

    expect(calls).toHaveLength(1);
  });

  test('sends to a queue', async () => {
    await createSchedule({ Target: { Arn: queueArn, RoleArn: roleArn, Input: 'work' } });

    await advance(601_000 + minuteMs);

    expect(calls).toEqual([`${queueArn} work`]);
  });

  test('whose queue does not exist is deleted, like a schedule whose function fails', async () => {
    await createSchedule({ Target: { Arn: `${queueArn}-gone`, RoleArn: roleArn } });

    await advance(601_000 + minuteMs);

    expect(await listNames()).toEqual([]);
  });

  test('passes its scheduled time, its ARN and the attempt number to its target', async () => {
    const Input =
      '<aws.scheduler.scheduled-time> <aws.scheduler.schedule-arn> <aws.scheduler.attempt-number>';
    const dueAt = isoTimeIn(600);
    await createSchedule({ GroupName: 'due', Target: { Arn: drainArn, RoleArn: roleArn, Input } });

    await advance(601_000 + minuteMs);

    const arn = 'arn:aws:scheduler:us-east-1:000000000000:schedule/due/alarm';
    expect(calls).toEqual([`drain ${dueAt.slice(0, 19)}Z ${arn} 1`]);
  });

  test('without an input passes an empty object to its target', async () => {
    await createSchedule({ Target: { Arn: drainArn, RoleArn: roleArn } });

    await advance(601_000 + minuteMs);

    expect(calls).toEqual(['drain {}']);
  });

  test('fires with a delay of up to a minute that depends only on its name', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `alarm-${index}`);
    const measureLateness = async () => {
      const [base, latenessSeconds] = [clock.now(), new Map<string, number>()];
      for (const Name of names)
        await createSchedule({
          Name,
          ScheduleExpression: atExpression(600),
          Target: { Arn: drainArn, RoleArn: roleArn, Input: Name },
        });
      for (let second = 0; second <= 662; second += 1) {
        const before = calls.length;
        await advance(base + second * 1_000 - clock.now());
        for (const call of calls.slice(before)) latenessSeconds.set(call, second - 600);
      }
      return latenessSeconds;
    };

    const first = await measureLateness();
    const second = await measureLateness();

    expect(first.size).toBe(30);
    expect([...first.values()].every((seconds) => seconds >= 0 && seconds <= 61)).toBe(true);
    expect(new Set(first.values()).size).toBeGreaterThan(10);
    // A schedule's time is rounded to a whole second.
    for (const [call, seconds] of first)
      expect(Math.abs((second.get(call) ?? 0) - seconds)).toBeLessThanOrEqual(1);
  });

  test('fires before schedules that are due later, regardless of the order of creation', async () => {
    for (const seconds of [300, 100, 200]) {
      const Target = { Arn: drainArn, RoleArn: roleArn, Input: String(seconds) };
      await createSchedule({ Name: `in-${seconds}`, ScheduleExpression: atExpression(seconds), Target });
    }

    await advance(301_000 + minuteMs);

    expect(calls).toEqual(['drain 100', 'drain 200', 'drain 300']);
  });
});

describe('a recurring schedule', () => {
  test('of the template fires one interval after the start, and then after each interval', async () => {
    await restart([buildSpec()]);

    for (let minute = 0; minute < 10; minute += 1) await advance(60_000);

    expect(calls).toEqual(['sweep {}', 'sweep {}']);
    expect(scheduler.waitingCount()).toBe(0);
  });

  test('of the template is not stored, so removing the schedule from the template deletes it', async () => {
    await restart([buildSpec()]);
    expect(await listNames()).toEqual(['sweep']);

    await restart();

    expect(await listNames()).toEqual([]);
  });

  test('does not fire if the template disables it', async () => {
    await restart([buildSpec({ enabled: false })]);

    await advance(3_600_000);

    expect(calls).toEqual([]);
  });

  test('that was created by a call continues after a restart', async () => {
    await createSchedule({ ScheduleExpression: 'rate(1 hour)', ActionAfterCompletion: 'NONE' });
    await advance(1_800_000);

    await restart();
    await advance(1_800_000);

    expect(calls).toHaveLength(1);
  });

  test('continues after its function failed', async () => {
    await restart([buildSpec()]);
    outcomes = ['error'];

    await advance(300_000);
    await advance(300_000);

    expect(calls).toHaveLength(2);
  });

  test('fires only once for several missed intervals', async () => {
    await restart([buildSpec()]);

    await advance(3_600_000);

    expect(calls).toHaveLength(1);
  });
});

describe('the role of a schedule', () => {
  const otherRoleArn = `${roleArn}-of-another`;
  const targetArn = 'arn:aws:lambda:us-east-1:000000000000:function:sweep';

  test('without permission on the target does not invoke the target, and the refusal is logged', async () => {
    await restart([
      buildSpec({ roleArn: otherRoleArn }),
      buildSpec({ name: 'drain', roleArn: otherRoleArn, targetArn: drainArn }),
    ]);

    await advance(5 * minuteMs);

    expect(calls).toEqual(['drain {}']);
    expect(refusals).toEqual([
      `${otherRoleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${targetArn}`,
    ]);
  });

  test('is used to send a message to a queue', async () => {
    await restart([
      buildSpec({ roleArn: otherRoleArn, targetArn: queueArn }),
      buildSpec({ name: 'allowed', targetArn: queueArn }),
    ]);

    await advance(5 * minuteMs);

    expect(calls).toEqual([`${queueArn} {}`]);
  });
});

describe('the API', () => {
  test('a schedule is returned as it was created', async () => {
    const before = clock.now();
    const { ScheduleArn } = await createSchedule({ GroupName: 'due', Description: 'Wakes the drain' });
    const after = clock.now();

    const schedule = await client.send(new GetScheduleCommand({ Name: 'alarm', GroupName: 'due' }));

    expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/due/alarm');
    expect(schedule).toEqual({
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
    // The scheduler may round timestamps to whole seconds.
    expect(schedule.CreationDate?.getTime()).toBeGreaterThan(before - 1_000);
    expect(schedule.CreationDate?.getTime()).toBeLessThan(after + 1_000);
  });

  test('creating a schedule twice is a conflict in the same group, but not in different groups', async () => {
    await createSchedule();

    await expect(createSchedule()).rejects.toMatchObject({
      name: 'ConflictException',
      $metadata: { httpStatusCode: 409 },
    });
    await createSchedule({ GroupName: 'due' });
    expect(scheduler.waitingCount()).toBe(2);
  });

  test('repeating a creation with its client token succeeds and changes nothing', async () => {
    const first = await createSchedule({ ClientToken: 'once' });
    const second = await createSchedule({ ClientToken: 'once' });

    expect(second.ScheduleArn).toBe(first.ScheduleArn);
    expect(scheduler.waitingCount()).toBe(1);
  });

  test.each([
    ['an invalid date', { ScheduleExpression: 'at(2026-02-31T00:00:00)' }],
    ['an invalid rate', { ScheduleExpression: 'rate(1 minutes)' }],
    ['an unsupported time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }],
    ['an unsupported end date', { EndDate: new Date() }],
    ['a name with a space', { Name: 'a b' }],
    ['a name of 65 characters', { Name: 'x'.repeat(65) }],
    ['a target that is neither function nor queue', { Target: { Arn: 'arn:aws:s3:::b', RoleArn: roleArn } }],
  ])('a schedule with %s is refused', async (_, overrides) => {
    await expect(createSchedule(overrides)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('an unknown schedule or group is refused', async () => {
    const notFound = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
    const update = { ScheduleExpression: atExpression(1), FlexibleTimeWindow: { Mode: 'OFF' as const } };
    const Target = { Arn: drainArn, RoleArn: roleArn };

    await expect(client.send(new DeleteScheduleCommand({ Name: 'x' }))).rejects.toMatchObject(notFound);
    await expect(
      client.send(new UpdateScheduleCommand({ Name: 'x', Target, ...update })),
    ).rejects.toMatchObject(notFound);
    await expect(createSchedule({ GroupName: 'nowhere' })).rejects.toMatchObject(notFound);
  });

  test('schedules are listed by group, prefix and state, a page at a time', async () => {
    for (const Name of ['b-1', 'a-1', 'a-2']) await createSchedule({ Name });
    await createSchedule({ Name: 'a-3', GroupName: 'due', State: 'DISABLED' });

    expect(await listNames()).toEqual(['a-1', 'a-2', 'b-1', 'a-3']);
    expect(await listNames({ GroupName: 'due' })).toEqual(['a-3']);
    expect(await listNames({ NamePrefix: 'a-', State: 'ENABLED' })).toEqual(['a-1', 'a-2']);

    const page = await client.send(new ListSchedulesCommand({ MaxResults: 3 }));
    expect(page.Schedules?.map(({ Name }) => Name)).toEqual(['a-1', 'a-2', 'b-1']);
    expect(await listNames({ NextToken: page.NextToken })).toEqual(['a-3']);
  });

  test('an unsupported operation is refused', async () => {
    await expect(client.send(new ListScheduleGroupsCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperation',
    });
  });

  test('creating requires the permission on the schedule and iam:PassRole for the target role', () => {
    const body = {
      GroupName: 'due',
      ScheduleExpression: atExpression(60),
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
  const nextFireTime = (text: string, after: string) => {
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
    expect(nextFireTime(text, after)).toBe(expected);
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
  ])('%s is not a valid expression', (text) => {
    expect(parseScheduleExpression(text)).toBeUndefined();
  });
});
