import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { is } from '../../shared/db/condition';
import { fromStoredItem, storedNames, nestedStoredNames, toStoredItem } from '../../shared/db/stored-names';
import { aKey, useTable } from './support/use-table';

const db = useTable();

const pairs = [storedNames, ...nestedStoredNames.values()].flatMap(({ stored }) => [...stored]);

const recordsDir = 'shared/db/records';

/** Returns the name of every property in the types of `shared/db/records`. */
function findRecordAttributes(): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) names.add(node.name.getText());
    ts.forEachChild(node, visit);
  };
  for (const file of readdirSync(recordsDir)) {
    const source = readFileSync(join(recordsDir, file), 'utf8');
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  }
  return names;
}

test('every code name in the translation table is an attribute of a record type, and no stored name is', () => {
  const attributes = findRecordAttributes();

  expect(pairs.filter(([codeName]) => !attributes.has(codeName))).toEqual([]);
  expect(pairs.filter(([, storedName]) => attributes.has(storedName))).toEqual([]);
});

test('translating a record keeps its values and the attribute names that users chose', () => {
  const record = {
    retry: { deliveryAttempts: 2, notBefore: 'noon' },
    pendingTriggers: new Set(['a']),
    attributes: { retry: 1, deliveryAttempts: 2, starts: 3 },
    status: null,
  };

  expect(toStoredItem(record)).toEqual({
    waiting: { pickUps: 2, heldUntil: 'noon' },
    starts: new Set(['a']),
    attributes: record.attributes,
    status: null,
  });
  expect(fromStoredItem(toStoredItem(record))).toEqual(record);
});

test('puts, updates, conditions and reads translate the names', async () => {
  const key = aKey();
  const stored = () => db().real.readRaw(key);

  await db().putItem({ ...key, retry: { deliveryAttempts: 1 }, actor: 'reader' });
  expect(await stored()).toEqual({ ...key, waiting: { pickUps: 1 }, doneBy: 'reader' });

  const updated = await db().updateItem(
    key,
    { set: { retry: { deliveryAttempts: 2 } }, setIfAbsent: { isPublished: true } },
    is('retry.deliveryAttempts', 1),
  );
  expect(updated).toEqual({ ...key, retry: { deliveryAttempts: 2 }, actor: 'reader', isPublished: true });

  await db().updateItem(key, { add: { 'retry.deliveryAttempts': 1 }, remove: ['actor'] });
  expect(await db().getItem(key)).toEqual({ ...key, retry: { deliveryAttempts: 3 }, isPublished: true });
  expect(await stored()).toEqual({ ...key, waiting: { pickUps: 3 }, isTold: true });
});
