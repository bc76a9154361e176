import { Calls, type CallRow } from '../../local/aws/front/calls';
import { faultError, Faults, InvalidFault } from '../../local/aws/front/faults';

const sendEmail = { service: 'sesv2', operation: 'SendEmail' } as const;

test('a fault strikes the calls after the skipped ones, as often as ordered', () => {
  const faults = new Faults();
  faults.add({ ...sendEmail, error: 'TooManyRequestsException', skip: 1, times: 2 });

  const struck = [1, 2, 3, 4].map(() => faults.take(sendEmail, 'fn')?.error);

  expect(struck).toEqual([undefined, 'TooManyRequestsException', 'TooManyRequestsException', undefined]);
});

test('without times a fault stays until the faults are cleared', () => {
  const faults = new Faults();
  faults.add({ ...sendEmail, delay_ms: 5 });

  expect(faults.take(sendEmail, 'a')).toEqual({ delayMs: 5 });
  expect(faults.take(sendEmail, 'a')).toEqual({ delayMs: 5 });
  faults.clear();
  expect(faults.take(sendEmail, 'a')).toBeUndefined();
});

test('a fault for a function strikes those whose name has the part, in any case', () => {
  const faults = new Faults();
  faults.add({ ...sendEmail, crash: 'after', function: 'sendEmail' });

  expect(faults.take(sendEmail, 'CarrierNest-SENDEMAILB879')).toEqual({ crash: 'after', delayMs: 0 });
  expect(faults.take(sendEmail, 'CarrierNest-sendBatch')).toBeUndefined();
  expect(faults.take({ service: 'sqs', operation: 'SendEmail' }, 'sendEmail')).toBeUndefined();
});

test('each fault has an id of its own', () => {
  const faults = new Faults();
  const ids = [1, 2].map(() => faults.add({ ...sendEmail, delay_ms: 5 }));

  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['an unknown service', { service: 'ec2', operation: 'RunInstances', error: 'x' }],
  ['no effect', sendEmail],
  ['no operation', { service: 'sqs', error: 'x' }],
  ['an unknown field', { ...sendEmail, error: 'x', often: true }],
  ['an unknown crash', { ...sendEmail, crash: 'during' }],
  ['not an object', 'x'],
])('a fault with %s is refused', (_, input) => {
  expect(() => new Faults().add(input)).toThrow(InvalidFault);
});

test.each([
  ['ProvisionedThroughputExceededException', 400],
  ['TooManyRequestsException', 429],
  ['InternalServerError', 500],
  ['ServiceUnavailable', 503],
  ['AccessDenied', 403],
  ['ConditionalCheckFailedException', 400],
])('%s is answered with %d', (name, status) => {
  expect(faultError(name)).toMatchObject({ code: name, status });
});

const row = (second: number): CallRow => ({
  at: new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString(),
  function: 'fn',
  request_id: 'r',
  service: 'sqs',
  operation: 'SendMessage',
  target: 'queue',
  read_units: 0,
  write_units: 0,
  duration_ms: 1,
  error: null,
});

test('the oldest calls make room, and the rest stays in order', () => {
  const calls = new Calls(3);
  for (const second of [1, 2, 3, 4, 5]) calls.record(row(second));

  expect(calls.since()).toEqual([row(3), row(4), row(5)]);
  expect(calls.since(row(4).at)).toEqual([row(4), row(5)]);
});
