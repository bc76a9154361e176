import { listWorkerCalls, readClockMs, injectFault } from '../scheduled-sends';
import type { Service } from '../service';
import type { CallCounts } from './crash-points';

/** What happens to a function at one of its AWS calls. */
export interface InjectedFault {
  name: string;
  /** Service and operation, and how many of them go well before. */
  at: string;
  skip: number;
  fault: Readonly<Record<string, unknown>>;
}

const readFaults = [
  { what: 'killed before', fault: { crash: 'before' } },
  { what: 'refused at', fault: { error: 'ValidationException' } },
];

const writeFaults = [
  ...readFaults,
  { what: 'killed after', fault: { crash: 'after' } },
  { what: 'not answered after', fault: { error: 'InternalServerError', applied: true } },
  { what: 'told of an error after', fault: { error: 'ValidationException', applied: true } },
];

/** What the provider refuses or has taken is no trouble, but an answer. */
const submitFaults = [
  ...writeFaults.filter(({ fault }) => fault.error !== 'ValidationException'),
  { what: 'throttled at', fault: { error: 'TooManyRequestsException', times: 4 } },
];

/** Each call is made up to four times: so long the table throttles. */
const throttleFault = {
  what: 'throttled at',
  fault: { error: 'ProvisionedThroughputExceededException', times: 4 },
};

const isRead = (at: string): boolean => /Get|Query/.test(at);

function faultsOf(at: string, isFirst: boolean) {
  if (at === 'sesv2 SendEmail') return submitFaults;
  const all = isRead(at) ? readFaults : writeFaults;
  return at.startsWith('dynamodb') && isFirst ? [...all, throttleFault] : all;
}

/** Of each operation, how many calls go well before the one that is tried. */
export type CallPositions = Readonly<Record<string, readonly number[]>>;

/** Each of the calls. */
export const everyCallOf = (callCounts: CallCounts): CallPositions =>
  Object.fromEntries(
    Object.entries(callCounts).map(([at, count]) => [
      at,
      Array.from({ length: count }, (_, position) => position),
    ]),
  );

/** The same without an Idempotency-Key: none is claimed, and no answer is kept. */
export const withoutIdempotencyKey = ({
  'dynamodb PutItem': putItems = 1,
  'dynamodb UpdateItem': updateItems = 1,
  ...callCounts
}: CallCounts): CallCounts => ({
  ...callCounts,
  'dynamodb PutItem': putItems - 1,
  'dynamodb UpdateItem': updateItems - 1,
});

/** It took effect, and the function is told that it did not. */
export const isAppliedError = ({ fault }: InjectedFault): boolean => fault['applied'] === true;

export const isWrite = ({ at }: InjectedFault): boolean => !isRead(at);

/** All that can happen at these calls: of each operation the places at which it is tried. */
export const faultsAt = (positions: CallPositions): InjectedFault[] =>
  Object.entries(positions).flatMap(([at, skips]) =>
    skips.flatMap((skip, index) =>
      faultsOf(at, index === 0).map(({ what, fault }) => ({
        name: `${what} ${at} ${skip + 1}`,
        at,
        skip,
        fault: { times: 1, ...fault },
      })),
    ),
  );

/** Does it while the function has this trouble: one that never comes would prove nothing. */
export async function withFault<T>(
  service: Service,
  worker: string,
  { name, at, skip, fault }: InjectedFault,
  work: () => Promise<T>,
): Promise<T> {
  const since = await readClockMs(service);
  // Whole: the name of one function may be a part of another’s.
  await injectFault(service, at, { ...fault, skip, function: `-${worker}` });
  const result = await work();
  await service.control('DELETE', '/faults');
  const errorName = fault['error'] ?? 'Crash';
  const failedCalls = (await listWorkerCalls(service, worker, since)).filter(
    ({ error }) => error === errorName,
  );
  if (failedCalls.length !== (fault['times'] ?? 1))
    throw new Error(`${worker} was ${failedCalls.length} times ${name}`);
  return result;
}
