import { arrives, onlyThread, sentMessageId } from '../inbox';
import { storedObjects } from '../journal';
import type { Service } from '../service';
import { type Actor, anActor } from '../actor';
import { largeHtml } from '../factories';

/** Every AWS call of the worker for the notice of an answer to an email of ours, by its place among those of its operation. */
export const calls = [
  { what: 'whose domain it is', at: 'dynamodb Query', skip: 0 },
  { what: 'whether the domain was proved', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the raw mail', at: 's3 GetObject', skip: 0 },
  { what: 'whether it is recorded', at: 'dynamodb GetItem', skip: 0 },
  { what: 'a look-up of what it names', at: 'dynamodb BatchGetItem', skip: 1 },
  { what: 'another look-up of what it names', at: 'dynamodb BatchGetItem', skip: 2 },
  { what: 'the email that it answers', at: 'dynamodb BatchGetItem', skip: 3 },
  { what: 'the content', at: 's3 PutObject', skip: 0 },
  { what: 'where the content is', at: 'dynamodb PutItem', skip: 0 },
  { what: 'the thread', at: 'dynamodb GetItem', skip: 1 },
  { what: 'the message with its thread', at: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'what whoever answered is enrolled in', at: 'dynamodb Query', skip: 1 },
  { what: 'the webhook endpoints', at: 'dynamodb Query', skip: 2 },
];

interface Answered {
  desk: Actor;
  sentId: string;
  inReplyTo: string;
}

/** A desk that has sent one email, which somebody is about to answer. */
export async function answered(service: Service): Promise<Answered> {
  const desk = await anActor(service, { marketing: true });
  const { id: sentId } = await desk.accepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  return { desk, sentId, inReplyTo: await sentMessageId(desk, sentId) };
}

const html = largeHtml();

/** The answer, so long that its content goes to S3. */
export const anAnswer = ({ inReplyTo }: Answered) => ({
  subject: 'Re: Parcel',
  messageId: '<answer@example.com>',
  inReplyTo,
  headers: ['Content-Type: text/html'],
  body: html,
});

/** The answer is there once, with what it says, and the thread counts it once. */
export async function expectReceived({ desk, sentId }: Answered): Promise<void> {
  const thread = await onlyThread(desk);
  expect(thread).toMatchObject({ message_count: 2, awaiting_reply: true, participants: ['kim@example.com'] });
  expect(thread.messages).toMatchObject([
    { direction: 'outbound', id: sentId },
    { direction: 'inbound', from: 'kim@example.com', subject: 'Re: Parcel', html },
  ]);
  const contents = storedObjects(desk.service, 'content').filter(({ key }) =>
    key.startsWith(`inbound/${desk.workspaceId}/`),
  );
  expect(contents.map(({ key }) => key)).toEqual([`inbound/${desk.workspaceId}/${thread.messages[1].id}`]);

  await arrives(desk, { from: 'Max <max@example.com>', inReplyTo: '<answer@example.com>' });
  expect(await onlyThread(desk)).toMatchObject({ id: thread.id, message_count: 3 });
}

/** The notice comes back when its visibility timeout is over. */
export const untilNextTry = (service: Service): Promise<unknown> => service.advance(361_000);

/** Something happens to this call of the worker. */
export function order(
  service: Service,
  { at, skip }: { at: string; skip: number },
  fault: Record<string, unknown>,
): Promise<unknown> {
  const [awsService, operation] = at.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    function: 'receiveMail',
    ...fault,
  });
}
