import type { TrackedWorkspace } from '../tracked-workspace';
import { type VisibleEngagement, type TrackedEmail } from '../tracked-workspace';
import { linkOf, timeOf, type Interaction } from '../engagement';
import type { Service } from '../service';

/**
 * All AWS calls, in order, for the first open or click of an email whose workspace has a webhook endpoint for the
 * event.
 */
const callTable = [
  { what: 'the email', worker: 'recordEmailEvents', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  {
    what: 'the domain tracking settings',
    worker: 'recordEmailEvents',
    awsCall: 'dynamodb BatchGetItem',
    skip: 1,
  },
  { what: 'the report', worker: 'recordEmailEvents', awsCall: 'dynamodb PutItem', skip: 0 },
  {
    what: 'the delayed classification message',
    worker: 'recordEmailEvents',
    awsCall: 'sqs SendMessageBatch',
    skip: 0,
  },
  { what: 'the email to classify', worker: 'classifyEngagement', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'the reported events', worker: 'classifyEngagement', awsCall: 'dynamodb Query', skip: 0 },
  { what: 'the last event before', worker: 'classifyEngagement', awsCall: 'dynamodb Query', skip: 1 },
  { what: 'the first event after', worker: 'classifyEngagement', awsCall: 'dynamodb Query', skip: 2 },
  { what: 'the classification', worker: 'classifyEngagement', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'opened_at or clicked_at', worker: 'classifyEngagement', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the email once more', worker: 'classifyEngagement', awsCall: 'dynamodb GetItem', skip: 1 },
  { what: 'the reported events again', worker: 'classifyEngagement', awsCall: 'dynamodb Query', skip: 3 },
  { what: 'the contact', worker: 'classifyEngagement', awsCall: 'dynamodb GetItem', skip: 2 },
  { what: 'the endpoints', worker: 'classifyEngagement', awsCall: 'dynamodb Query', skip: 4 },
  { what: 'the delivery', worker: 'classifyEngagement', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'the attempt', worker: 'classifyEngagement', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the published mark', worker: 'classifyEngagement', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the metrics', worker: 'classifyEngagement', awsCall: 'dynamodb UpdateItem', skip: 3 },
] as const;

/** An AWS call. `skip` is the number of earlier calls of the same operation by the function. */
export interface Call {
  what: (typeof callTable)[number]['what'];
  worker: 'recordEmailEvents' | 'classifyEngagement';
  awsCall: string;
  skip: number;
}

export const calls: readonly Call[] = callTable;

export function findCall(what: Call['what']): Call {
  const found = calls.find((call) => call.what === what);
  if (!found) throw new Error(`There is no call for ${what}`);
  return found;
}

/** Injects a fault at this call. */
export async function injectFaultAt(
  service: Service,
  call: Call,
  fault: Record<string, unknown>,
): Promise<void> {
  const [awsService, operation] = call.awsCall.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip: call.skip,
    function: call.worker,
    ...fault,
  });
}

/** Moves the clock past the visibility timeout, after which SQS delivers a failed message again. */
export const advanceToNextAttempt = (service: Service): Promise<void> => service.advance(181_000);

/**
 * Expects that the email shows its only interaction once and that one event was published, regardless of the number of
 * attempts.
 */
export async function expectRecordedAndPublishedOnce(
  workspace: TrackedWorkspace,
  email: TrackedEmail,
  act: Interaction,
): Promise<void> {
  const occurredAt = timeOf(email, act);
  expect(await workspace.readEngagement(email)).toEqual({
    opened_at: act.type === 'open' ? occurredAt : null,
    clicked_at: act.type === 'click' ? occurredAt : null,
    events: [expect.objectContaining({ type: act.type, occurred_at: occurredAt, detail: linkOf(act) })],
  } satisfies VisibleEngagement);
  expect((await workspace.deliveryTimes()).map(({ event }) => event)).toEqual([act.type]);
  expect([...workspace.publishedEvents().values()]).toEqual([
    expect.objectContaining({ type: act.type, occurred_at: occurredAt, link: linkOf(act) }),
  ]);
}

/** Returns whether a crash before or after this call loses a metrics count that is not yet written. */
export function losesMetricsCount({ what }: Call, crash: 'before' | 'after', { type }: Interaction): boolean {
  const positionOf = (name: Call['what'], crashSide: 'before' | 'after') =>
    2 * calls.indexOf(findCall(name)) + (crashSide === 'after' ? 1 : 0);
  const countedPosition = positionOf(
    type === 'click' ? 'the classification' : 'opened_at or clicked_at',
    'after',
  );
  const crashPosition = positionOf(what, crash);
  return crashPosition >= countedPosition && crashPosition < positionOf('the metrics', 'after');
}
