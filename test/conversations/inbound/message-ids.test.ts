import {
  receiveInboundMail,
  injectInboundMail,
  onlyThread,
  sentMessageId,
  threadsOf,
} from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace, randomAddress } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const unknownMessageId = '<nobody-knows@example.com>';

describe('replies to a message that arrives later or never', () => {
  test('are on the thread that the message joins', async () => {
    await receiveInboundMail(workspace, {
      subject: 'Re: Late',
      messageId: '<early@example.org>',
      inReplyTo: '<late@example.com>',
    });

    await receiveInboundMail(workspace, { subject: 'Late', messageId: '<late@example.com>' });
    await receiveInboundMail(workspace, { subject: 'Re: Late', inReplyTo: '<late@example.com>' });

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 3 });
  });

  test('share a thread although the message never arrives', async () => {
    await receiveInboundMail(workspace, { from: randomAddress(), inReplyTo: unknownMessageId });

    await receiveInboundMail(workspace, {
      from: randomAddress(),
      references: `<older@example.com> ${unknownMessageId}`,
    });

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 2 });
  });

  test('share a thread when they arrive concurrently', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        injectInboundMail(workspace, { from: randomAddress(), inReplyTo: unknownMessageId }),
      ),
    );
    await service.settle();

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 8 });
  });

  test('share a thread with the message when both arrive concurrently', async () => {
    const pairs = Array.from({ length: 10 }, (_, index) => `<pair-${index}@example.com>`);

    await Promise.all(
      pairs.flatMap((id) => [
        injectInboundMail(workspace, { subject: id, messageId: id }),
        injectInboundMail(workspace, { subject: id, inReplyTo: id }),
      ]),
    );
    await service.settle();

    const threads = await threadsOf(workspace);
    expect(threads.map(({ message_count }) => message_count)).toEqual(pairs.map(() => 2));
  });
});

describe('a Message-ID', () => {
  test('that another sender reuses does not change the thread', async () => {
    await receiveInboundMail(workspace, { subject: 'Kim’s', messageId: '<taken@example.com>' });
    const [{ id }] = await threadsOf(workspace);

    await receiveInboundMail(workspace, {
      from: 'mallory@example.net',
      subject: 'Mallory’s',
      messageId: '<taken@example.com>',
    });
    await receiveInboundMail(workspace, { subject: 'Re: Kim’s', inReplyTo: '<taken@example.com>' });

    const { messages } = await workspace.getThread(id);
    expect(messages).toMatchObject([{ subject: 'Kim’s' }, { subject: 'Re: Kim’s' }]);
    expect(await threadsOf(workspace)).toHaveLength(2);
  });

  test("from another workspace's thread does not join that thread", async () => {
    const otherWorkspace = await createTestWorkspace(service);
    const { id, thread_id } = await workspace.sendAccepted();
    await service.settle();
    const messageId = await sentMessageId(workspace, id);
    await receiveInboundMail(workspace, { messageId: '<private@example.com>', inReplyTo: messageId });

    await receiveInboundMail(otherWorkspace, { inReplyTo: '<private@example.com>', references: messageId });
    await receiveInboundMail(otherWorkspace, { inReplyTo: messageId });

    expect(await workspace.getThread(thread_id)).toMatchObject({ message_count: 2 });
    expect((await threadsOf(otherWorkspace)).map(({ message_count }) => message_count)).toEqual([1, 1]);
  });
});
