import { advanceToNextMinute, readsOf, recordCalls, writesOf } from '../../../bench/metered-send';
import { receiveInboundMail, sentMessageId } from '../../support/inbound-mails';
import type { CallRow } from '../../support/service';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;
let threadId: string;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  threadId = (await workspace.sendAccepted()).thread_id;
  await service.settle();
});

const requests = {
  listThreads: () => workspace.api('GET', '/v1/threads'),
  getThread: () => workspace.api('GET', `/v1/threads/${threadId}`),
  markThreadHandled: () => workspace.api('POST', `/v1/threads/${threadId}/handled`),
  sendEmail: () => workspace.sendAccepted({ thread_id: threadId }),
};

async function measure(name: keyof typeof requests) {
  await advanceToNextMinute(service);
  await requests[name]();
  await service.settle();
  return costOf(await recordCalls(service, name, requests[name]));
}

const costOf = (rows: readonly CallRow[]) => ({
  calls: rows.length,
  reads: readsOf(rows),
  writes: writesOf(rows),
});

// TH-37
test.each([
  ['listThreads', { calls: 12, reads: 7, writes: 1 }],
  ['getThread', { calls: 7, reads: 6, writes: 1 }],
  ['markThreadHandled', { calls: 5, reads: 3, writes: 3 }],
  ['sendEmail', { calls: 7, reads: 7, writes: 12 }],
] as const)('%s costs no more until the workspace uses labels', async (name, expected) => {
  expect(await measure(name)).toEqual(expected);
});

// TH-37
test('a received reply costs no more until the workspace uses labels', async () => {
  const { messages } = await workspace.getThread(threadId);
  const inReplyTo = await sentMessageId(workspace, messages[0].id);

  const rows = await recordCalls(service, 'receiveMail', () => receiveInboundMail(workspace, { inReplyTo }));

  expect(costOf(rows)).toEqual({ calls: 13, reads: 13, writes: 11 });
});
