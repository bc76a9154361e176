import {
  greaterThan,
  attributeNotExists,
  all,
  any,
  atLeast,
  atMost,
  beginsWith,
  lessThan,
  attributeContains,
  ifAbsent,
  ifPresent,
  is,
  isNot,
  isOneOf,
  isString,
  not,
  attributeExists,
  unchanged,
  type Condition,
} from '../../shared/db/condition';
import { aKey, useTable, type Fields } from './support/use-table';

const db = useTable();

/** A record in which most attribute names are reserved words of DynamoDB. */
const record = {
  status: 'queued',
  size: 5,
  value: null,
  at: '2026-05-05',
  attempt: { owner: 'me', name: { first: 'Kim' } },
  tags: new Set(['a', 'b']),
  words: 'one and two',
  yes: true,
};

async function isMet(condition: Condition<Fields>): Promise<boolean> {
  const key = aKey();
  await db().putItem({ ...key, ...record });
  const updated = await db().updateItem(key, { set: { isWritten: true } }, condition);
  expect(await db().getItem(key)).toEqual({ ...key, ...record, ...(updated ? { isWritten: true } : {}) });
  // `matches`, which runs in memory, must give the same result as the condition in DynamoDB.
  expect(condition.matches({ ...key, ...record })).toBe(updated !== undefined);
  return updated !== undefined;
}

type ConditionCase = [name: string, condition: Condition<Fields>];

const metConditions: ConditionCase[] = [
  ['is', is('status', 'queued')],
  ['is null', is('value', null)],
  ['is, on a nested attribute', is('attempt.owner', 'me')],
  ['is, on a deeply nested attribute', is('attempt.name.first', 'Kim')],
  ['isNot', isNot('status', 'sent')],
  ['isNot, on a missing attribute', isNot('gone', 'sent')],
  ['atMost, at the limit', atMost('size', 5)],
  ['atMost, with a string', atMost('at', '2026-05-05')],
  ['atLeast, at the limit', atLeast('size', 5)],
  ['lessThan', lessThan('size', 6)],
  ['greaterThan', greaterThan('size', 4)],
  ['isOneOf', isOneOf('status', ['scheduled', 'queued'])],
  ['attributeNotExists', attributeNotExists('gone')],
  ['attributeNotExists, on a nested attribute', attributeNotExists('attempt.gone')],
  ['attributeNotExists, on an attribute of a missing parent', attributeNotExists('gone.owner')],
  ['attributeExists', attributeExists('attempt.owner')],
  ['attributeExists, on a null attribute', attributeExists('value')],
  ['all', all(is('status', 'queued'), is('size', 5))],
  ['all, with one condition', all(is('size', 5))],
  ['all, without conditions', all()],
  ['any', any(is('status', 'sent'), is('size', 5))],
  ['not', not(is('status', 'sent'))],
  ['any inside all', all(any(is('size', 4), is('size', 5)), is('status', 'queued'))],
  ['all inside any', any(all(is('size', 4), is('status', 'queued')), is('size', 5))],
  ['any inside not', not(any(is('size', 4), is('size', 6)))],
  ['several conditions on one attribute', all(greaterThan('size', 4), lessThan('size', 6), isNot('size', 7))],
  ['ifPresent', ifPresent],
  ['unchanged', unchanged({ status: 'queued', size: 5, value: null })],
  ['unchanged, on a missing attribute', unchanged({ size: 5, gone: undefined })],
  ['unchanged, on a nested attribute', unchanged({ 'attempt.owner': 'me', 'attempt.until': undefined })],
  ['unchanged, without attributes', unchanged({})],
  ['attributeContains, on a set', attributeContains('tags', 'a')],
  ['attributeContains, on a string', attributeContains('words', 'and')],
  ['beginsWith', beginsWith('words', 'one')],
  ['isString', isString('words')],
  ['is, on a boolean', is('yes', true)],
  ['greaterThan, which compares strings by their bytes', greaterThan('words', 'One')],
  ['not with attributeContains, on a missing attribute', not(attributeContains('gone', 'a'))],
];

const unmetConditions: ConditionCase[] = [
  ['is', is('status', 'sent')],
  ['is, with another type', is('size', '5')],
  ['is null, on a missing attribute', is('gone', null)],
  ['is, on an attribute of a missing parent', is('gone.owner', 'me')],
  ['isNot', isNot('status', 'queued')],
  ['atMost, beyond the limit', atMost('size', 4)],
  ['atMost, on a missing attribute', atMost('gone', 5)],
  ['atLeast, beyond the limit', atLeast('size', 6)],
  ['lessThan, at the limit', lessThan('size', 5)],
  ['greaterThan, at the limit', greaterThan('size', 5)],
  ['isOneOf', isOneOf('status', ['sent', 'bounced'])],
  ['attributeNotExists', attributeNotExists('status')],
  ['attributeNotExists, on a null attribute', attributeNotExists('value')],
  ['attributeExists', attributeExists('attempt.gone')],
  ['all', all(is('status', 'queued'), is('size', 6))],
  ['any', any(is('status', 'sent'), is('size', 6))],
  ['not', not(is('status', 'queued'))],
  ['ifAbsent', ifAbsent],
  ['unchanged', unchanged({ status: 'queued', size: 6 })],
  ['unchanged, on an attribute that was missing', unchanged({ status: undefined })],
  ['attributeContains, on a set', attributeContains('tags', 'c')],
  ['attributeContains, on a number', attributeContains('size', '5')],
  ['attributeContains, on a missing attribute', attributeContains('gone', 'a')],
  ['beginsWith, in the middle', beginsWith('words', 'and')],
  ['beginsWith, on a number', beginsWith('size', '5')],
  ['isString, on a number', isString('size')],
  ['isString, on a missing attribute', isString('gone')],
  ['is, with a boolean as a string', is('yes', 'true')],
  ['greaterThan, with another type', greaterThan('words', 5)],
  ['lessThan, with another type', lessThan('words', 5)],
];

test.each(metConditions)('the condition is met: %s', async (_name, condition) => {
  expect(await isMet(condition)).toBe(true);
});

test.each(unmetConditions)('the condition is not met: %s', async (_name, condition) => {
  expect(await isMet(condition)).toBe(false);
});

test('a condition on one attribute can be nested in another condition', async () => {
  const nestedCondition = unchanged<Fields>({ size: 5 });

  expect(await isMet(all(is('status', 'queued'), nestedCondition))).toBe(true);
  expect(await isMet(any(is('status', 'sent'), all(nestedCondition)))).toBe(true);
  expect(await isMet(not(all(nestedCondition)))).toBe(false);
});

test('ifAbsent creates a missing record, and ifPresent creates nothing', async () => {
  const key = aKey();

  expect(await db().updateItem(key, { set: { size: 1 } }, ifPresent)).toBeUndefined();
  expect(await db().getItem(key)).toBeUndefined();
  expect(await db().updateItem(key, { set: { size: 1 } }, ifAbsent)).toEqual({ ...key, size: 1 });
});
