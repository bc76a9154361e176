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
const status: Parameter = { kind: 'oneOf', values: ['sent', 'failed'], isOnce: true };

/** What a handler has of a parameter that was given so often. */
const read = (parameter: Parameter, ...given: string[]): unknown =>
  readParameters({ it: parameter }, given.length > 0 ? { it: given } : {})['it'];

function refusal(parameter: Parameter, ...given: string[]): string {
  try {
    throw new Error(`Nothing was refused: ${String(read(parameter, ...given))}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

const [one, two] = ['019a4c2d-0000-7000-8000-000000000001', '019a4c2d-0000-7000-8000-000000000002'];

test.each<[string, Parameter, string[], unknown]>([
  ['pageSize', pageSize(50, 100), ['2', '7'], 7],
  ['pageSize', pageSize(50, 100), ['2', 'many'], 50],
  ['days', days, ['3', '9'], 9],
  ['days', days, ['3', ''], 30],
  ['cursor', cursor('id'), [encodeCursor(one), encodeCursor(two)], two],
  ['cursor', cursor('id'), [encodeCursor(one), 'garbage'], undefined],
  ['oneOf', oneOf(['a', 'b']), ['nothing', 'b'], 'b'],
  ['flag', flag, ['true', 'false'], false],
  ['flag', flag, ['true', 'perhaps'], undefined],
  ['address', address, ['kim@shop.test', 'Lee@Shop.test'], 'lee@shop.test'],
])('of a %s that is given several times the last one counts: %j, %j', (_kind, parameter, given, value) => {
  expect(read(parameter, ...given)).toBe(value);
});

test('a word that is none is refused, also where another one came before', () => {
  expect(refusal(scope, 'nobody')).toBe('422 it: must be one of all, marketing');
  expect(refusal(scope, 'all', 'nobody')).toMatch(/^422 it: /);
});

test('a word that may come only once is refused when it comes again', () => {
  expect(read(status, 'sent')).toBe('sent');
  expect(refusal(status, 'sent', 'sent')).toBe('422 it: must be one of sent, failed');
});

test.each<[string, Parameter, unknown]>([
  ['pageSize', pageSize(50, 100), 50],
  ['days', days, 30],
  ['cursor', cursor('time'), undefined],
  ['oneOf with a fallback', scope, 'all'],
  ['oneOf without one', status, undefined],
  ['flag', flag, undefined],
  ['address', address, undefined],
])('a %s that is not given has its fallback', (_kind, parameter, value) => {
  expect(read(parameter)).toBe(value);
});

test('an address that is needed is refused where it is missing or none', () => {
  expect(refusal(requiredAddress)).toBe('422 it: say which address');
  expect(refusal(requiredAddress, 'kim@shop.test', ' ')).toBe('422 it: say which address');
});

test('what is not declared is not read', () => {
  expect(readParameters({ limit: pageSize(50, 100) }, { limit: ['3'], other: ['x'] })).toEqual({ limit: 3 });
});
