import { encodeCursor } from '../../shared/db/cursor';
import { ApiError } from '../../shared/core/errors';
import {
  address,
  cursor,
  flag,
  oneOf,
  pageSize,
  readParameters,
  requiredAddress,
  type Parameter,
} from '../../shared/http/parameters';

const days: Parameter = { kind: 'days', fallback: 30, max: 365 };
const scope: Parameter = { kind: 'oneOf', values: ['all', 'marketing'], fallback: 'all' };
const status: Parameter = { kind: 'oneOf', values: ['sent', 'failed'], allowsSingleOnly: true };

/** Returns the value of a parameter that occurs once for each of these values. */
const readParameter = (parameter: Parameter, ...values: string[]): unknown =>
  readParameters({ it: parameter }, values.length > 0 ? { it: values } : {})['it'];

function refusalMessage(parameter: Parameter, ...values: string[]): string {
  try {
    throw new Error(`Nothing was refused: ${String(readParameter(parameter, ...values))}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

const [firstId, secondId] = ['019a4c2d-0000-7000-8000-000000000001', '019a4c2d-0000-7000-8000-000000000002'];

//
test.each<[string, Parameter, string[], unknown]>([
  ['pageSize', pageSize(50, 100), ['2', '7'], 7],
  ['pageSize', pageSize(50, 100), ['2', 'many'], 50],
  ['days', days, ['3', '9'], 9],
  ['days', days, ['3', ''], 30],
  ['cursor', cursor('id'), [encodeCursor(firstId), encodeCursor(secondId)], secondId],
  ['cursor', cursor('id'), [encodeCursor(firstId), 'garbage'], undefined],
  ['oneOf', oneOf(['a', 'b']), ['nothing', 'b'], 'b'],
  ['flag', flag, ['true', 'false'], false],
  ['flag', flag, ['true', 'perhaps'], undefined],
  ['address', address, ['kim@shop.test', 'Lee@Shop.test'], 'lee@shop.test'],
])('the last value of a repeated %s is used: %j, %j', (_kind, parameter, values, value) => {
  expect(readParameter(parameter, ...values)).toBe(value);
});

test('an invalid word is refused, even after a valid word', () => {
  expect(refusalMessage(scope, 'nobody')).toBe('422 it: must be one of all, marketing');
  expect(refusalMessage(scope, 'all', 'nobody')).toMatch(/^422 it: /);
});

//
test('a word that is allowed only once is refused when repeated', () => {
  expect(readParameter(status, 'sent')).toBe('sent');
  expect(refusalMessage(status, 'sent', 'sent')).toBe('422 it: must be one of sent, failed');
});

test.each<[string, Parameter, unknown]>([
  ['pageSize', pageSize(50, 100), 50],
  ['days', days, 30],
  ['cursor', cursor('time'), undefined],
  ['oneOf with a fallback', scope, 'all'],
  ['oneOf without a fallback', status, undefined],
  ['flag', flag, undefined],
  ['address', address, undefined],
])('a missing %s has its default value', (_kind, parameter, value) => {
  expect(readParameter(parameter)).toBe(value);
});

test('a required address parameter that is missing or invalid is refused', () => {
  expect(refusalMessage(requiredAddress)).toBe('422 it: is required');
  expect(refusalMessage(requiredAddress, 'kim@shop.test', ' ')).toBe('422 it: is required');
});

test('an undeclared parameter is not read', () => {
  expect(readParameters({ limit: pageSize(50, 100) }, { limit: ['3'], other: ['x'] })).toEqual({ limit: 3 });
});
