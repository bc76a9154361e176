import { randomBytes } from 'node:crypto';
import { largeHtml } from '../../support/factories';
import { deadLetters } from '../../support/journal';
import { StoredBytes } from '../../support/stored-bytes';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';

const service = useService({ timeTravels: true });

let workspace: TestWorkspace;
let stored: StoredBytes;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  stored = new StoredBytes(workspace);
});

afterEach(() => service.control('DELETE', '/faults'));

const largeEmail = () => ({
  scheduled_at: 'in 9 hours',
  html: largeHtml(),
  attachments: [{ filename: 'scan.pdf', content: randomBytes(20_000).toString('base64') }],
});

const injectFault = (functionName: string, call: string, fault: object): Promise<unknown> => {
  const [awsService, operation] = call.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    function: `-${functionName}`,
    times: 1,
    ...fault,
  });
};

/** Longer than the time for an upload and the interval of the sweep together. */
const quarterHourMs = 15 * 60_000;

async function sweep(): Promise<void> {
  await service.control('DELETE', '/faults');
  await service.advance(quarterHourMs);
  await service.settle();
}

async function expectNothingStored(): Promise<void> {
  expect(stored.objectKeys()).toEqual([]);
  expect((await stored.count()) ?? 0).toBe(0);
  const { pk } = keys.contentDeletion(workspace.workspaceId, '');
  await ServiceTable.with(service, async (table) => expect(await table.hasItemsIn(pk)).toBe(false));
  expect(deadLetters(service)).toEqual([]);
}

// U-14
describe('a function that is killed while it schedules an email', () => {
  test.each([
    ['before the charge', 'dynamodb TransactWriteItems', 0, 'before'],
    ['after the charge', 'dynamodb TransactWriteItems', 0, 'after'],
    ['after an upload', 's3 PutObject', 1, 'after'],
    ['before it stores the email', 'dynamodb TransactWriteItems', 1, 'before'],
  ])('%s leaves nothing, and a retry stores the email once', async (_name, call, skip, crash) => {
    const email = largeEmail();
    await injectFault('sendEmail', call, { skip, crash });

    expect((await workspace.sendOnce(email)).status).toBe(500);
    await sweep();
    await expectNothingStored();

    const { status, body } = await workspace.sendOnce(email);
    expect(status).toBe(202);
    expect(stored.objectKeysOf(body.id)).toHaveLength(2);
    await workspace.cancel(body.id);
    await service.settle();
    await expectNothingStored();
  });

  test('after the email is stored keeps the content, and counts it once', async () => {
    const email = largeEmail();
    await injectFault('sendEmail', 'dynamodb TransactWriteItems', { skip: 1, crash: 'after' });

    expect((await workspace.sendOnce(email)).status).toBe(500);
    const count = await stored.count();
    await sweep();

    const { status, body } = await workspace.sendOnce(email);
    expect({ status, outcome: body.status }).toEqual({ status: 202, outcome: 'scheduled' });
    expect(stored.objectKeysOf(body.id)).toHaveLength(2);
    expect(await stored.count()).toBe(count);
    await service.advance(10 * 60 * 60_000);
    await service.settle();
    expect(await workspace.mailsOf(body.id)).toHaveLength(1);
    expect(await stored.count()).toBe(0);
  });
});

// U-14
describe('after a cancellation', () => {
  test.each([
    ['the function is killed', 'cancelEmail', 'dynamodb TransactWriteItems', { crash: 'after' }],
    [
      'the queue does not accept the message',
      'cancelEmail',
      'sqs SendMessageBatch',
      { error: 'InternalError', times: 4 },
    ],
    ['the job is killed before the deletion', 'runBackgroundJob', 's3 DeleteObjects', { crash: 'before' }],
    ['the job is killed after the deletion', 'runBackgroundJob', 's3 DeleteObjects', { crash: 'after' }],
    [
      'the job is killed after the refund',
      'runBackgroundJob',
      'dynamodb TransactWriteItems',
      { crash: 'after' },
    ],
    [
      'S3 does not delete the objects',
      'runBackgroundJob',
      's3 DeleteObjects',
      { error: 'InternalError', times: 4 },
    ],
  ])('the content is deleted and refunded once if %s', async (_name, functionName, call, fault) => {
    const other = await workspace.schedule({ ...largeEmail(), scheduled_at: 'in 99 hours' });
    const otherCount = (await stored.count()) ?? 0;
    const id = await workspace.schedule(largeEmail());
    await injectFault(functionName, call, fault);

    await workspace.cancel(id);
    await service.settle();
    await sweep();

    expect(await stored.count()).toBe(otherCount);
    await workspace.cancel(other);
    await service.settle();
    await expectNothingStored();
  });
});
