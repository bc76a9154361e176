import { keys } from '../../../shared/db/keys';
import { injectInboundMail, receiveInboundMail, threadsOf } from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { ServiceTable } from '../../support/table';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const createWorkspace = (received_per_day: number | null) =>
  createTestWorkspace(service, { received_per_day });

const setQuota = ({ workspaceId }: TestWorkspace, received_per_day: number | null) =>
  service.control('PATCH', `/workspaces/${workspaceId}`, { received_per_day });

const subjectsOf = async (workspace: TestWorkspace): Promise<string[]> =>
  (await threadsOf(workspace)).map(({ subject }) => subject).toSorted();

async function quarantineOf({ workspaceId }: TestWorkspace): Promise<Record<string, unknown>[]> {
  const records = await ServiceTable.with(service, (table) => table.scanAll());
  return records.filter(({ pk }) => pk === keys.quarantined(workspaceId, '').pk);
}

const receive = (workspace: TestWorkspace, ...subjects: string[]) =>
  subjects.reduce(
    (previous, subject) => previous.then(() => receiveInboundMail(workspace, { subject })),
    Promise.resolve(),
  );

const crashReceiver = (operation: string, crash: 'before' | 'after') =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation,
    function: 'receiveMail',
    crash,
    times: 1,
  });

// IN-34
test('mail above the daily quota of the workspace is quarantined, and joins no thread', async () => {
  const workspace = await createWorkspace(2);

  await receive(workspace, 'One', 'Two', 'Three');

  expect(await subjectsOf(workspace)).toEqual(['One', 'Two']);
  expect(await quarantineOf(workspace)).toEqual([
    expect.objectContaining({
      status: 'quarantined',
      reason: 'quota',
      subject: 'Three',
      from: 'kim@example.com',
      receipt: expect.objectContaining({ recipients: [workspace.from] }),
    }),
  ]);
});

// IN-34
test('a quota of 0 quarantines all mail, and null restores the default', async () => {
  const workspace = await createWorkspace(0);
  await receive(workspace, 'None');

  const cleared = await setQuota(workspace, null);
  await receive(workspace, 'Some');

  expect(await subjectsOf(workspace)).toEqual(['Some']);
  expect(await quarantineOf(workspace)).toHaveLength(1);
  expect(cleared).not.toHaveProperty('received_per_day');
});

// IN-34
test('the quota of one workspace does not affect another', async () => {
  const [full, other] = [await createWorkspace(0), await createWorkspace(1)];

  await receive(full, 'Here');
  await receive(other, 'There');

  expect(await subjectsOf(full)).toEqual([]);
  expect(await subjectsOf(other)).toEqual(['There']);
});

// IN-34
test('messages that arrive at once never exceed the quota', async () => {
  const workspace = await createWorkspace(3);

  await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((subject) => injectInboundMail(workspace, { subject })),
  );
  await service.settle();

  expect(await threadsOf(workspace)).toHaveLength(3);
  expect(await quarantineOf(workspace)).toHaveLength(3);
});

describe('over time', () => {
  useTimeTravelRuntime();

  // IN-34
  test('the next UTC day has a new quota', async () => {
    const workspace = await createWorkspace(1);
    await receive(workspace, 'Today', 'Too many');

    await service.advance(86_400_000);
    await receive(workspace, 'Tomorrow');

    expect(await subjectsOf(workspace)).toEqual(['Today', 'Tomorrow']);
  });

  // IN-34
  test('a message that was stored before a crash stays in its thread, even if the quota is used up', async () => {
    const workspace = await createWorkspace(1);
    await crashReceiver('TransactWriteItems', 'after');
    await receive(workspace, 'Stored');

    await service.advance(7 * 60_000);
    await service.settle();

    expect(await subjectsOf(workspace)).toEqual(['Stored']);
    expect(await quarantineOf(workspace)).toEqual([]);
  });

  // IN-34
  test('a message that was quarantined before a crash is quarantined once', async () => {
    const workspace = await createWorkspace(1);
    await receive(workspace, 'Stored');
    await crashReceiver('PutItem', 'after');
    await receive(workspace, 'Too many');

    await service.advance(7 * 60_000);
    await service.settle();

    expect(await subjectsOf(workspace)).toEqual(['Stored']);
    expect(await quarantineOf(workspace)).toHaveLength(1);
  });
});
