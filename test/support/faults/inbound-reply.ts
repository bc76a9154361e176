import { receiveInboundMail, onlyThread, sentMessageId } from '../inbound-mails';
import { storedObjects } from '../journal';
import type { Service } from '../service';
import { type TestWorkspace, createTestWorkspace } from '../test-workspace';
import { largeHtml } from '../factories';

/**
 * The AWS calls of the worker that receives a reply to a sent email. `skip` is the number of earlier calls of the same
 * operation.
 */
export const receiveCalls = [
  { what: 'the recipient domain', awsCall: 'dynamodb Query', skip: 0 },
  { what: 'the domain ownership', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the raw mail', awsCall: 's3 GetObject', skip: 0 },
  { what: 'the existing record', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'a lookup of a referenced message', awsCall: 'dynamodb BatchGetItem', skip: 1 },
  { what: 'another lookup of a referenced message', awsCall: 'dynamodb BatchGetItem', skip: 2 },
  { what: 'the email that the reply answers', awsCall: 'dynamodb BatchGetItem', skip: 3 },
  { what: 'the content', awsCall: 's3 PutObject', skip: 0 },
  { what: 'the content reference', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'the thread', awsCall: 'dynamodb GetItem', skip: 1 },
  { what: 'the message with its thread', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the enrollments of the sender', awsCall: 'dynamodb Query', skip: 1 },
  { what: 'the webhook endpoints', awsCall: 'dynamodb Query', skip: 2 },
];

interface Conversation {
  workspace: TestWorkspace;
  sentId: string;
  inReplyTo: string;
}

/** Creates a workspace and sends the email to which Kim will reply. */
export async function createConversation(service: Service): Promise<Conversation> {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const { id: sentId } = await workspace.sendAccepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  return { workspace, sentId, inReplyTo: await sentMessageId(workspace, sentId) };
}

const html = largeHtml();

/** Returns Kim's reply. Its content is large enough to be stored in S3. */
export const buildReply = ({ inReplyTo }: Conversation) => ({
  subject: 'Re: Parcel',
  messageId: '<answer@example.com>',
  inReplyTo,
  headers: ['Content-Type: text/html'],
  body: html,
});

/** Expects that the reply is stored once, with its content, and that the thread counts it once. */
export async function expectReceived({ workspace, sentId }: Conversation): Promise<void> {
  const thread = await onlyThread(workspace);
  expect(thread).toMatchObject({ message_count: 2, awaiting_reply: true, participants: ['kim@example.com'] });
  expect(thread.messages).toMatchObject([
    { direction: 'outbound', id: sentId },
    { direction: 'inbound', from: 'kim@example.com', subject: 'Re: Parcel', html },
  ]);
  const contents = storedObjects(workspace.service, 'content').filter(({ key }) =>
    key.startsWith(`inbound/${workspace.workspaceId}/`),
  );
  expect(contents.map(({ key }) => key)).toEqual([
    `inbound/${workspace.workspaceId}/${thread.messages[1].id}`,
  ]);

  await receiveInboundMail(workspace, { from: 'Max <max@example.com>', inReplyTo: '<answer@example.com>' });
  expect(await onlyThread(workspace)).toMatchObject({ id: thread.id, message_count: 3 });
}

/** Moves the clock past the visibility timeout, after which SQS delivers the notification again. */
export const advanceToNextAttempt = (service: Service): Promise<unknown> => service.advance(361_000);

/** Injects a fault at this call of the worker. */
export function injectFaultAt(
  service: Service,
  { awsCall, skip }: { awsCall: string; skip: number },
  fault: Record<string, unknown>,
): Promise<unknown> {
  const [awsService, operation] = awsCall.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    function: 'receiveMail',
    ...fault,
  });
}
