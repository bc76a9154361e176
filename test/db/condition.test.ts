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

/** Most of these names are reserved words of DynamoDB. */
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
  // A condition gives the same result in the process as in DynamoDB.
  expect(condition.matches({ ...key, ...record })).toBe(updated !== undefined);
  return updated !== undefined;
}

type ConditionCase = [name: string, condition: Condition<Fields>];

const metConditions: ConditionCase[] = [
  ['is', is('status', 'queued')],
  ['is null', is('value', null)],
  ['is, of a nested attribute', is('attempt.owner', 'me')],
  ['is, of one nested deeper', is('attempt.name.first', 'Kim')],
  ['isNot', isNot('status', 'sent')],
  ['isNot, of what is absent', isNot('gone', 'sent')],
  ['atMost, at the edge', atMost('size', 5)],
  ['atMost, of a text', atMost('at', '2026-05-05')],
  ['atLeast, at the edge', atLeast('size', 5)],
  ['below', lessThan('size', 6)],
  ['above', greaterThan('size', 4)],
  ['isOneOf', isOneOf('status', ['scheduled', 'queued'])],
  ['absent', attributeNotExists('gone')],
  ['absent, of a nested attribute', attributeNotExists('attempt.gone')],
  ['absent, of an attribute of what is absent', attributeNotExists('gone.owner')],
  ['present', attributeExists('attempt.owner')],
  ['present, of what is null', attributeExists('value')],
  ['all', all(is('status', 'queued'), is('size', 5))],
  ['all of one', all(is('size', 5))],
  ['all of none', all()],
  ['any', any(is('status', 'sent'), is('size', 5))],
  ['not', not(is('status', 'sent'))],
  ['any among all', all(any(is('size', 4), is('size', 5)), is('status', 'queued'))],
  ['all among any', any(all(is('size', 4), is('status', 'queued')), is('size', 5))],
  ['not of any', not(any(is('size', 4), is('size', 6)))],
  ['the same attribute several times', all(greaterThan('size', 4), lessThan('size', 6), isNot('size', 7))],
  ['ifPresent', ifPresent],
  ['unchanged', unchanged({ status: 'queued', size: 5, value: null })],
  ['unchanged, of what was absent', unchanged({ size: 5, gone: undefined })],
  ['unchanged, of a nested attribute', unchanged({ 'attempt.owner': 'me', 'attempt.until': undefined })],
  ['unchanged, of nothing', unchanged({})],
  ['has, of a set', attributeContains('tags', 'a')],
  ['has, of a text', attributeContains('words', 'and')],
  ['begins', beginsWith('words', 'one')],
  ['isText', isString('words')],
  ['is, of a boolean', is('yes', true)],
  ['above, of texts by their bytes', greaterThan('words', 'One')],
  ['not of has, of what is absent', not(attributeContains('gone', 'a'))],
];

const unmetConditions: ConditionCase[] = [
  ['is', is('status', 'sent')],
  ['is, of another type', is('size', '5')],
  ['is null, of what is absent', is('gone', null)],
  ['is, of an attribute of what is absent', is('gone.owner', 'me')],
  ['isNot', isNot('status', 'queued')],
  ['atMost, one past the edge', atMost('size', 4)],
  ['atMost, of what is absent', atMost('gone', 5)],
  ['atLeast, one past the edge', atLeast('size', 6)],
  ['below, at the edge', lessThan('size', 5)],
  ['above, at the edge', greaterThan('size', 5)],
  ['isOneOf', isOneOf('status', ['sent', 'bounced'])],
  ['absent', attributeNotExists('status')],
  ['absent, of what is null', attributeNotExists('value')],
  ['present', attributeExists('attempt.gone')],
  ['all', all(is('status', 'queued'), is('size', 6))],
  ['any', any(is('status', 'sent'), is('size', 6))],
  ['not', not(is('status', 'queued'))],
  ['ifAbsent', ifAbsent],
  ['unchanged', unchanged({ status: 'queued', size: 6 })],
  ['unchanged, of what was absent', unchanged({ status: undefined })],
  ['has, of a set', attributeContains('tags', 'c')],
  ['has, of a number', attributeContains('size', '5')],
  ['has, of what is absent', attributeContains('gone', 'a')],
  ['begins, in the middle', beginsWith('words', 'and')],
  ['begins, of a number', beginsWith('size', '5')],
  ['isText, of a number', isString('size')],
  ['isText, of what is absent', isString('gone')],
  ['is, of a boolean as a text', is('yes', 'true')],
  ['above, of another type', greaterThan('words', 5)],
  ['below, of another type', lessThan('words', 5)],
];

test.each(metConditions)('is met: %s', async (_name, condition) => {
  expect(await isMet(condition)).toBe(true);
});

test.each(unmetConditions)('is not met: %s', async (_name, condition) => {
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
