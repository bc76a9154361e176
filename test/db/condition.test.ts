import {
  above,
  absent,
  all,
  any,
  atLeast,
  atMost,
  begins,
  below,
  has,
  ifAbsent,
  ifPresent,
  is,
  isNot,
  isOneOf,
  isText,
  not,
  present,
  unchanged,
  type Condition,
} from '../../shared/db/condition';
import { aKey, theTable } from './support/the-table';

const db = theTable();

/** Most of these names are reserved words of DynamoDB's. */
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

async function holds(condition: Condition): Promise<boolean> {
  const key = aKey();
  await db().putItem({ ...key, ...record });
  const written = await db().updateItem<object>(key, { set: { isWritten: true } }, condition);
  expect(await db().getItem(key)).toEqual({ ...key, ...record, ...(written ? { isWritten: true } : {}) });
  // Whoever has the record at hand judges as the table does.
  expect(condition.holds({ ...key, ...record })).toBe(written !== undefined);
  return written !== undefined;
}

type Case = [name: string, condition: Condition];

const holding: Case[] = [
  ['is', is('status', 'queued')],
  ['is null', is('value', null)],
  ['is, of a nested attribute', is('attempt.owner', 'me')],
  ['is, of one nested deeper', is('attempt.name.first', 'Kim')],
  ['isNot', isNot('status', 'sent')],
  ['isNot, of what is absent', isNot('gone', 'sent')],
  ['atMost, at the edge', atMost('size', 5)],
  ['atMost, of a text', atMost('at', '2026-05-05')],
  ['atLeast, at the edge', atLeast('size', 5)],
  ['below', below('size', 6)],
  ['above', above('size', 4)],
  ['isOneOf', isOneOf('status', ['scheduled', 'queued'])],
  ['absent', absent('gone')],
  ['absent, of a nested attribute', absent('attempt.gone')],
  ['absent, of an attribute of what is absent', absent('gone.owner')],
  ['present', present('attempt.owner')],
  ['present, of what is null', present('value')],
  ['all', all(is('status', 'queued'), is('size', 5))],
  ['all of one', all(is('size', 5))],
  ['all of none', all()],
  ['any', any(is('status', 'sent'), is('size', 5))],
  ['not', not(is('status', 'sent'))],
  ['any among all', all(any(is('size', 4), is('size', 5)), is('status', 'queued'))],
  ['all among any', any(all(is('size', 4), is('status', 'queued')), is('size', 5))],
  ['not of any', not(any(is('size', 4), is('size', 6)))],
  ['the same attribute several times', all(above('size', 4), below('size', 6), isNot('size', 7))],
  ['ifPresent', ifPresent],
  ['unchanged', unchanged({ status: 'queued', size: 5, value: null })],
  ['unchanged, of what was absent', unchanged({ size: 5, gone: undefined })],
  ['unchanged, of a nested attribute', unchanged({ 'attempt.owner': 'me', 'attempt.until': undefined })],
  ['unchanged, of nothing', unchanged({})],
  ['has, of a set', has('tags', 'a')],
  ['has, of a text', has('words', 'and')],
  ['begins', begins('words', 'one')],
  ['isText', isText('words')],
  ['is, of a boolean', is('yes', true)],
  ['above, of texts by their bytes', above('words', 'One')],
  ['not of has, of what is absent', not(has('gone', 'a'))],
];

const failing: Case[] = [
  ['is', is('status', 'sent')],
  ['is, of another type', is('size', '5')],
  ['is null, of what is absent', is('gone', null)],
  ['is, of an attribute of what is absent', is('gone.owner', 'me')],
  ['isNot', isNot('status', 'queued')],
  ['atMost, one past the edge', atMost('size', 4)],
  ['atMost, of what is absent', atMost('gone', 5)],
  ['atLeast, one past the edge', atLeast('size', 6)],
  ['below, at the edge', below('size', 5)],
  ['above, at the edge', above('size', 5)],
  ['isOneOf', isOneOf('status', ['sent', 'bounced'])],
  ['absent', absent('status')],
  ['absent, of what is null', absent('value')],
  ['present', present('attempt.gone')],
  ['all', all(is('status', 'queued'), is('size', 6))],
  ['any', any(is('status', 'sent'), is('size', 6))],
  ['not', not(is('status', 'queued'))],
  ['ifAbsent', ifAbsent],
  ['unchanged', unchanged({ status: 'queued', size: 6 })],
  ['unchanged, of what was absent', unchanged({ status: undefined })],
  ['has, of a set', has('tags', 'c')],
  ['has, of a number', has('size', '5')],
  ['has, of what is absent', has('gone', 'a')],
  ['begins, in the middle', begins('words', 'and')],
  ['begins, of a number', begins('size', '5')],
  ['isText, of a number', isText('size')],
  ['isText, of what is absent', isText('gone')],
  ['is, of a boolean as a text', is('yes', 'true')],
  ['above, of another type', above('words', 5)],
  ['below, of another type', below('words', 5)],
];

test.each(holding)('holds: %s', async (_name, condition) => {
  expect(await holds(condition)).toBe(true);
});

test.each(failing)('does not hold: %s', async (_name, condition) => {
  expect(await holds(condition)).toBe(false);
});

test('a condition on one attribute can be part of another condition', async () => {
  const seen = unchanged({ size: 5 });

  expect(await holds(all(is('status', 'queued'), seen))).toBe(true);
  expect(await holds(any(is('status', 'sent'), all(seen)))).toBe(true);
  expect(await holds(not(all(seen)))).toBe(false);
});

test('ifAbsent puts what is not there, ifPresent makes nothing', async () => {
  const key = aKey();

  expect(await db().updateItem(key, { set: { size: 1 } }, ifPresent)).toBeUndefined();
  expect(await db().getItem(key)).toBeUndefined();
  expect(await db().updateItem(key, { set: { size: 1 } }, ifAbsent)).toEqual({ ...key, size: 1 });
});
