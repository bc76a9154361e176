import { listWorkerCalls, readClockMs, injectFault } from '../scheduled-sends';
import type { Service } from '../service';
import type { CallCounts } from './crash-points';

/** A fault at one of the AWS calls of a function. */
export interface InjectedFault {
  name: string;
  /** The service and the operation of the call. `skip` is the number of calls that succeed before it. */
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
  { what: 'without a response after', fault: { error: 'InternalServerError', applied: true } },
  { what: 'given an error after', fault: { error: 'ValidationException', applied: true } },
];

/** The list omits ValidationException because a rejection by SES is a result, not a fault. */
const submitFaults = [
  ...writeFaults.filter(({ fault }) => fault.error !== 'ValidationException'),
  { what: 'throttled at', fault: { error: 'TooManyRequestsException', times: 4 } },
];

/** DynamoDB throttles all four attempts of the SDK. */
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

/** For each operation, the positions of the calls at which faults are injected. */
export type CallPositions = Readonly<Record<string, readonly number[]>>;

/** Returns the positions of all calls. */
export const everyCallOf = (callCounts: CallCounts): CallPositions =>
  Object.fromEntries(
    Object.entries(callCounts).map(([at, count]) => [
      at,
      Array.from({ length: count }, (_, position) => position),
    ]),
  );

/**
 * Returns the call counts of a request without an Idempotency-Key, for which the function claims no key and stores no
 * response.
 */
export const withoutIdempotencyKey = ({
  'dynamodb PutItem': putItems = 1,
  'dynamodb UpdateItem': updateItems = 1,
  ...callCounts
}: CallCounts): CallCounts => ({
  ...callCounts,
  'dynamodb PutItem': putItems - 1,
  'dynamodb UpdateItem': updateItems - 1,
});

/** Returns whether the write took effect although the function received an error. */
export const isAppliedError = ({ fault }: InjectedFault): boolean => fault['applied'] === true;

export const isWrite = ({ at }: InjectedFault): boolean => !isRead(at);

/** Returns all faults at these calls. */
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

/** Runs the work with this fault, which must occur. Without a fault, the test would prove nothing. */
export async function withFault<T>(
  service: Service,
  worker: string,
  { name, at, skip, fault }: InjectedFault,
  work: () => Promise<T>,
): Promise<T> {
  const since = await readClockMs(service);
  // The hyphen makes the fault match the full function name, because a function name may be part of another.
  await injectFault(service, at, { ...fault, skip, function: `-${worker}` });
  const result = await work();
  await service.control('DELETE', '/faults');
  const errorName = fault['error'] ?? 'Crash';
  const failedCalls = (await listWorkerCalls(service, worker, since)).filter(
    ({ error }) => error === errorName,
  );
  if (failedCalls.length !== (fault['times'] ?? 1))
    throw new Error(`${worker} failed ${failedCalls.length} times: ${name}`);
  return result;
}
