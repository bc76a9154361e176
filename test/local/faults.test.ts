import { Calls, type Call } from '../../packages/local/src/aws/front/calls';
import { faultError, FaultInput, Faults, InvalidFault } from '../../packages/local/src/aws/front/faults';

const someFaults = () =>
  new Faults([
    { service: 'sesv2', operations: ['SendEmail', 'GetAccount'] },
    { service: 'sqs', operations: ['SendMessage'] },
  ]);

const sendEmail = { service: 'sesv2', operation: 'SendEmail' } as const;

test('a fault strikes the calls after the skipped ones, as often as ordered', () => {
  const faults = someFaults();
  faults.add({ ...sendEmail, error: 'TooManyRequestsException', skip: 1, times: 2 });

  const struck = [1, 2, 3, 4].map(() => faults.take(sendEmail, 'fn')?.error);

  expect(struck).toEqual([undefined, 'TooManyRequestsException', 'TooManyRequestsException', undefined]);
});

test('without times a fault stays until the faults are cleared', () => {
  const faults = someFaults();
  faults.add({ ...sendEmail, delay_ms: 5 });

  expect(faults.take(sendEmail, 'a')).toMatchObject({ delayMs: 5 });
  expect(faults.take(sendEmail, 'a')).toMatchObject({ delayMs: 5 });
  faults.clear();
  expect(faults.take(sendEmail, 'a')).toBeUndefined();
});

test('a fault for a function strikes those whose name has the part, in any case', () => {
  const faults = someFaults();
  faults.add({ ...sendEmail, crash: 'after', function: 'sendEmail' });

  expect(faults.take(sendEmail, 'CarrierNest-SENDEMAILB879')).toMatchObject({ crash: 'after', delayMs: 0 });
  expect(faults.take(sendEmail, 'CarrierNest-sendBatch')).toBeUndefined();
  expect(faults.take({ service: 'sqs', operation: 'SendEmail' }, 'sendEmail')).toBeUndefined();
});

test('each fault has an id of its own', () => {
  const faults = someFaults();
  const ids = [1, 2].map(() => faults.add({ ...sendEmail, delay_ms: 5 }));

  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['no effect', sendEmail],
  ['no operation', { service: 'sqs', error: 'x' }],
  ['an unknown field', { ...sendEmail, error: 'x', often: true }],
  ['an unknown crash', { ...sendEmail, crash: 'during' }],
  ['no error, which comes when the call is done', { ...sendEmail, delay_ms: 5, applied: true }],
  ['not an object', 'x'],
])('a fault with %s is refused', (_, input) => {
  expect(FaultInput.safeParse(input).success).toBe(false);
});

test.each([
  [{ service: 'ec2', operation: 'RunInstances' }, 'service: must be one of sesv2, sqs'],
  [{ ...sendEmail, operation: 'SendMail' }, 'operation: sesv2 has no SendMail; it has GetAccount, SendEmail'],
])('a fault that could never strike is refused, and what there is is named', (call, message) => {
  expect(() => someFaults().add({ ...call, error: 'x' })).toThrow(new InvalidFault(message));
});

test('an operation is known in any case', () => {
  expect(someFaults().add({ service: 'sesv2', operation: 'sendemail', error: 'x' })).toBe('fault-1');
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

const firstAt = Date.UTC(2030, 0, 1);

const aCall = (second: number): Call => ({
  at: firstAt + second * 1000,
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

const row = (second: number) => ({ ...aCall(second), at: `2030-01-01T00:00:0${second}.000Z` });

test('the oldest calls make room, and the rest stays in order', () => {
  const calls = new Calls(3);
  for (const second of [1, 2, 3, 4, 5]) calls.record(aCall(second));

  expect(calls.since()).toEqual([row(3), row(4), row(5)]);
  expect(calls.since(row(4).at)).toEqual([row(4), row(5)]);
});

test('a million calls are known, and one more takes the place of the first', () => {
  const calls = new Calls();
  for (let index = 0; index <= 1_000_000; index += 1) calls.record({ ...aCall(0), at: index });

  expect(calls.since()).toHaveLength(1_000_000);
  expect(calls.since()[0]?.at).toBe('1970-01-01T00:00:00.001Z');
});
