import { callsOf, clockMs, orderFault } from '../schedules';
import type { Service } from '../service';
import type { Made } from './deaths';

/** What happens to a function at one of its AWS calls. */
export interface Trouble {
  name: string;
  /** Service and operation, and how many of them go well before. */
  at: string;
  skip: number;
  fault: Readonly<Record<string, unknown>>;
}

const reading = [
  { what: 'killed before', fault: { crash: 'before' } },
  { what: 'refused at', fault: { error: 'ValidationException' } },
];

const writing = [
  ...reading,
  { what: 'killed after', fault: { crash: 'after' } },
  { what: 'not answered after', fault: { error: 'InternalServerError', applied: true } },
  { what: 'told of an error after', fault: { error: 'ValidationException', applied: true } },
];

/** What the provider refuses or has taken is no trouble, but an answer. */
const handingOver = [
  ...writing.filter(({ fault }) => fault.error !== 'ValidationException'),
  { what: 'throttled at', fault: { error: 'TooManyRequestsException', times: 4 } },
];

/** Each call is made up to four times: so long the table throttles. */
const throttled = {
  what: 'throttled at',
  fault: { error: 'ProvisionedThroughputExceededException', times: 4 },
};

const isRead = (at: string): boolean => /Get|Query/.test(at);

function troublesOf(at: string, isFirst: boolean) {
  if (at === 'sesv2 SendEmail') return handingOver;
  const all = isRead(at) ? reading : writing;
  return at.startsWith('dynamodb') && isFirst ? [...all, throttled] : all;
}

/** Of each operation, how many calls go well before the one that is tried. */
export type Places = Readonly<Record<string, readonly number[]>>;

/** Each of the calls. */
export const everyOf = (made: Made): Places =>
  Object.fromEntries(
    Object.entries(made).map(([at, count]) => [at, Array.from({ length: count }, (_, place) => place)]),
  );

/** The same without an Idempotency-Key: none is claimed, and no answer is kept. */
export const withoutKey = ({
  'dynamodb PutItem': claims = 1,
  'dynamodb UpdateItem': updates = 1,
  ...made
}: Made): Made => ({ ...made, 'dynamodb PutItem': claims - 1, 'dynamodb UpdateItem': updates - 1 });

/** It took effect, and the function is told that it did not. */
export const isApplied = ({ fault }: Trouble): boolean => fault['applied'] === true;

export const isWrite = ({ at }: Trouble): boolean => !isRead(at);

/** All that can happen at these calls: of each operation the places at which it is tried. */
export const troublesAt = (places: Places): Trouble[] =>
  Object.entries(places).flatMap(([at, skips]) =>
    skips.flatMap((skip, index) =>
      troublesOf(at, index === 0).map(({ what, fault }) => ({
        name: `${what} ${at} ${skip + 1}`,
        at,
        skip,
        fault: { times: 1, ...fault },
      })),
    ),
  );

/** Does it while the function has this trouble: one that never comes would prove nothing. */
export async function inTrouble<T>(
  service: Service,
  worker: string,
  { name, at, skip, fault }: Trouble,
  work: () => Promise<T>,
): Promise<T> {
  const since = await clockMs(service);
  // Whole: the name of one function may be a part of another’s.
  await orderFault(service, at, { ...fault, skip, function: `-${worker}` });
  const done = await work();
  await service.control('DELETE', '/faults');
  const named = fault['error'] ?? 'Crash';
  const met = (await callsOf(service, worker, since)).filter(({ error }) => error === named);
  if (met.length !== (fault['times'] ?? 1)) throw new Error(`${worker} was ${met.length} times ${name}`);
  return done;
}
