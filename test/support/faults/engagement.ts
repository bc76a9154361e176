import type { TrackedDesk } from '../tracked';
import { type Seen, type Tracked } from '../tracked';
import { linkOf, timeOf, type Act } from '../engagement';
import type { Service } from '../service';

/** An AWS call by its place among those of its operation in its function. */
export interface Call {
  what: string;
  worker: 'recordEmailEvents' | 'judgeEngagement';
  at: string;
  skip: number;
}

/** Every AWS call for the first open or click of an email that a webhook is told of, in their order. */
export const calls: Call[] = [
  { what: 'the email', worker: 'recordEmailEvents', at: 'dynamodb BatchGetItem', skip: 0 },
  {
    what: 'whether its domain is tracked',
    worker: 'recordEmailEvents',
    at: 'dynamodb BatchGetItem',
    skip: 1,
  },
  { what: 'the report', worker: 'recordEmailEvents', at: 'dynamodb PutItem', skip: 0 },
  { what: 'the wait for the judge', worker: 'recordEmailEvents', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the email to judge', worker: 'judgeEngagement', at: 'dynamodb GetItem', skip: 0 },
  { what: 'all that was reported', worker: 'judgeEngagement', at: 'dynamodb Query', skip: 0 },
  { what: 'the verdict', worker: 'judgeEngagement', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'opened_at or clicked_at', worker: 'judgeEngagement', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the email once more', worker: 'judgeEngagement', at: 'dynamodb GetItem', skip: 1 },
  { what: 'all that was reported by now', worker: 'judgeEngagement', at: 'dynamodb Query', skip: 1 },
  { what: 'whose contact it is', worker: 'judgeEngagement', at: 'dynamodb GetItem', skip: 2 },
  { what: 'the endpoints', worker: 'judgeEngagement', at: 'dynamodb Query', skip: 2 },
  { what: 'the delivery', worker: 'judgeEngagement', at: 'dynamodb PutItem', skip: 0 },
  { what: 'the attempt', worker: 'judgeEngagement', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'that it was told', worker: 'judgeEngagement', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the metrics', worker: 'judgeEngagement', at: 'dynamodb UpdateItem', skip: 3 },
];

export function callOf(what: string): Call {
  const found = calls.find((call) => call.what === what);
  if (!found) throw new Error(`There is no call for ${what}`);
  return found;
}

/** Something happens to this call. */
export async function order(service: Service, call: Call, fault: Record<string, unknown>): Promise<void> {
  const [awsService, operation] = call.at.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip: call.skip,
    function: call.worker,
    ...fault,
  });
}

/** A message that failed comes back when its visibility timeout is over. */
export const untilNextTry = (service: Service): Promise<void> => service.advance(181_000);

/** The one act of this email is shown once and told once, however often that was tried. */
export async function expectOneTrace(desk: TrackedDesk, email: Tracked, act: Act): Promise<void> {
  const at = timeOf(email, act);
  expect(await desk.seen(email)).toEqual({
    opened_at: act.type === 'open' ? at : null,
    clicked_at: act.type === 'click' ? at : null,
    events: [expect.objectContaining({ type: act.type, occurred_at: at, detail: linkOf(act) })],
  } satisfies Seen);
  expect((await desk.owedAt()).map(({ event }) => event)).toEqual([act.type]);
  expect([...desk.told().values()]).toEqual([
    expect.objectContaining({ type: act.type, occurred_at: at, link: linkOf(act) }),
  ]);
}

/** Whether a death at this call, or after it, takes a count with it that was not written yet. */
export function losesCount({ what }: Call, crash: 'before' | 'after', { type }: Act): boolean {
  const moment = (name: string, side: 'before' | 'after') =>
    2 * calls.indexOf(callOf(name)) + (side === 'after' ? 1 : 0);
  const counted = moment(type === 'click' ? 'the verdict' : 'opened_at or clicked_at', 'after');
  const died = moment(what, crash);
  return died >= counted && died < moment('the metrics', 'after');
}
