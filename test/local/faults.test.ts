import { CallLog, type LoggedCall } from '../../packages/local/src/aws/front/call-log';
import { faultError, FaultInput, Faults, InvalidFault } from '../../packages/local/src/aws/front/faults';

const createFaults = () =>
  new Faults([
    { service: 'sesv2', operations: ['SendEmail', 'GetAccount'] },
    { service: 'sqs', operations: ['SendMessage'] },
  ]);

const sendEmail = { service: 'sesv2', operation: 'SendEmail' } as const;

test('a fault affects the given number of calls after the skipped calls', () => {
  const faults = createFaults();
  faults.add({ ...sendEmail, error: 'TooManyRequestsException', skip: 1, times: 2 });

  const appliedErrors = [1, 2, 3, 4].map(() => faults.takeMatching(sendEmail, 'fn')?.error);

  expect(appliedErrors).toEqual([
    undefined,
    'TooManyRequestsException',
    'TooManyRequestsException',
    undefined,
  ]);
});

test('a fault without `times` stays until the faults are cleared', () => {
  const faults = createFaults();
  faults.add({ ...sendEmail, delay_ms: 5 });

  expect(faults.takeMatching(sendEmail, 'a')).toMatchObject({ delayMs: 5 });
  expect(faults.takeMatching(sendEmail, 'a')).toMatchObject({ delayMs: 5 });
  faults.clear();
  expect(faults.takeMatching(sendEmail, 'a')).toBeUndefined();
});

test('a fault for a function affects every function whose name contains the given text in any letter case', () => {
  const faults = createFaults();
  faults.add({ ...sendEmail, crash: 'after', function: 'sendEmail' });

  expect(faults.takeMatching(sendEmail, 'CarrierNest-SENDEMAILB879')).toMatchObject({
    crash: 'after',
    delayMs: 0,
  });
  expect(faults.takeMatching(sendEmail, 'CarrierNest-sendBatch')).toBeUndefined();
  expect(faults.takeMatching({ service: 'sqs', operation: 'SendEmail' }, 'sendEmail')).toBeUndefined();
});

test('each fault has its own id', () => {
  const faults = createFaults();
  const ids = [1, 2].map(() => faults.add({ ...sendEmail, delay_ms: 5 }));

  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['no effect', sendEmail],
  ['no operation', { service: 'sqs', error: 'x' }],
  ['an unknown field', { ...sendEmail, error: 'x', often: true }],
  ['an unknown crash', { ...sendEmail, crash: 'during' }],
  ['applied without an error', { ...sendEmail, delay_ms: 5, applied: true }],
  ['not an object', 'x'],
])('an invalid fault is refused: %s', (_, input) => {
  expect(FaultInput.safeParse(input).success).toBe(false);
});

test.each([
  [{ service: 'ec2', operation: 'RunInstances' }, 'service: must be one of sesv2, sqs'],
  [
    { ...sendEmail, operation: 'SendMail' },
    'operation: sesv2 has no SendMail; must be one of GetAccount, SendEmail',
  ],
])('a fault for an unknown call is refused with a list of the known calls', (call, message) => {
  expect(() => createFaults().add({ ...call, error: 'x' })).toThrow(new InvalidFault(message));
});

test('an operation matches in any letter case', () => {
  expect(createFaults().add({ service: 'sesv2', operation: 'sendemail', error: 'x' })).toBe('fault-1');
});

test.each([
  ['ProvisionedThroughputExceededException', 400],
  ['TooManyRequestsException', 429],
  ['InternalServerError', 500],
  ['ServiceUnavailable', 503],
  ['AccessDenied', 403],
  ['ConditionalCheckFailedException', 400],
])('the error %s has the status %d', (name, status) => {
  expect(faultError(name)).toMatchObject({ code: name, status });
});

const startMs = Date.UTC(2030, 0, 1);

const buildCall = (second: number): LoggedCall => ({
  at: startMs + second * 1000,
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

const expectedRow = (second: number) => ({ ...buildCall(second), at: `2030-01-01T00:00:0${second}.000Z` });

test('the oldest calls are dropped, and the remaining calls stay in order', () => {
  const calls = new CallLog(3);
  for (const second of [1, 2, 3, 4, 5]) calls.record(buildCall(second));

  expect(calls.since()).toEqual([expectedRow(3), expectedRow(4), expectedRow(5)]);
  expect(calls.since(expectedRow(4).at)).toEqual([expectedRow(4), expectedRow(5)]);
});

test('a million calls are kept, and the next call replaces the oldest', () => {
  const calls = new CallLog();
  for (let index = 0; index <= 1_000_000; index += 1) calls.record({ ...buildCall(0), at: index });

  expect(calls.since()).toHaveLength(1_000_000);
  expect(calls.since()[0]?.at).toBe('1970-01-01T00:00:00.001Z');
});
