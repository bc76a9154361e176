import { randomUUID } from 'node:crypto';
import { anEmail } from '../test/support/factories';
import type { CallRow, Service } from '../test/support/service';

/**
 * Sends one email with an idempotency key and returns its AWS calls up to the Delivery event. By default, the runtime
 * produces this event. If `deliver` is given, `deliver` produces the event after all other work is done.
 */
export async function meteredSend(
  service: Service,
  overrides: Record<string, unknown> = {},
  deliver?: (id: string) => Promise<void>,
): Promise<CallRow[]> {
  const before = (await service.calls()).length;
  const headers = { 'Idempotency-Key': randomUUID() };
  const sent = await service.api('POST', '/v1/emails', { body: anEmail(overrides), headers });
  if (sent.status !== 202) throw new Error(`The send was refused: ${JSON.stringify(sent.body)}`);
  await service.settle();
  await deliver?.(sent.body.id);

  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);
  if (email.body.status !== 'delivered') throw new Error(`The email is ${email.body.status}, not delivered`);
  const sendFunctions = /-(sendEmail|recordEmailEvents)$/;
  return (await service.calls()).slice(before).filter((row) => sendFunctions.test(row.function));
}

/** Returns the AWS calls that a function makes during `call`. */
export async function recordCalls(
  service: Service,
  name: string,
  call: () => Promise<unknown>,
): Promise<CallRow[]> {
  const before = (await service.calls()).length;
  await call();
  return (await service.calls()).slice(before).filter((row) => functionOf(row) === name);
}

/**
 * Delays the events of SES until the function has recorded the send. On AWS, events arrive seconds later. Locally, an
 * event can arrive within milliseconds, and the function that processes the event would then record the send first.
 */
export const delayProviderEvents = (service: Service): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    function: 'recordEmailEvents',
    delay_ms: 400,
  });

/** Moves the clock to the start of the next minute, so that the next calls are in the same minute. */
export async function advanceToNextMinute(service: Service): Promise<void> {
  const now = await service.now();
  await service.advance(60_000 - (Date.parse(now) % 60_000));
}

/**
 * The write units of the calls. A write with a failed condition also costs a unit, but neither AWS nor the local
 * engines report that unit.
 */
export const writesOf = (rows: readonly CallRow[]): number =>
  rows.reduce((sum, row) => sum + (row.error === 'ConditionalCheckFailedException' ? 1 : row.write_units), 0);

export const readsOf = (rows: readonly CallRow[]): number =>
  rows.reduce((sum, row) => sum + row.read_units, 0);

/** For example, `sendEmail` for `carrier-nest-local-sendEmail`. */
export const functionOf = (row: CallRow): string => row.function.split('-').at(-1) ?? '';

/** HTML of this size with `vocabulary` different words, at most 4,096. HTML with fewer words compresses better. */
export function htmlOf(bytes: number, vocabulary: number): string {
  let html = '';
  for (let seed = 7; html.length < bytes; seed = (seed * 48_271) % 2_147_483_647) {
    html += seed % 11 === 0 ? '</p>\n<p style="margin:0 0 16px">' : `${wordOf(seed % vocabulary)} `;
  }
  return html.slice(0, bytes);
}

/** A word for the number: a syllable for each of its hexadecimal digits. */
const wordOf = (number: number): string =>
  [number >> 8, number >> 4, number].map((digit) => syllables[digit % syllables.length]).join('');

const syllables = 'ka ro ti men sul ver an po lis ga ru ten bo el mi da'.split(' ');
