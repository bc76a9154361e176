import fc from 'fast-check';
import { DynamoDb } from '../../packages/local/src/aws/dynamodb/dynamodb';
import { Iam } from '../../packages/local/src/aws/iam/iam';

const arn = 'arn:aws:iam::123456789012:role/worker';
const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Mail';

const iam = (...statements: Record<string, unknown>[]) =>
  new Iam([{ arn, policies: [{ name: 'p', document: { Version: '2012-10-17', Statement: statements } }] }]);

const mayWrite = { Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: table };

test('what the policy lists is allowed, on its resource alone', async () => {
  const put = { action: 'dynamodb:PutItem', resource: table };

  expect(await iam(mayWrite).findDenial(arn, [put])).toBeUndefined();
  expect(await iam(mayWrite).findDenial(arn, [{ ...put, resource: `${table}2` }])).toMatchObject({
    need: { resource: `${table}2` },
  });
});

test('the first need that is not allowed is the one reported', async () => {
  const needs = ['PutItem', 'DeleteItem', 'Query'].map((name) => ({
    action: `dynamodb:${name}`,
    resource: table,
  }));

  expect(await iam(mayWrite).findDenial(arn, needs)).toEqual({ need: needs[1], reason: undefined });
});

test('a deny wins over an allow', async () => {
  const all = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const deny = { Effect: 'Deny', Action: 'dynamodb:PutItem', Resource: table };

  const denial = await iam(all, deny).findDenial(arn, [{ action: 'dynamodb:PutItem', resource: table }]);

  expect(denial).toBeDefined();
});

test('a condition is judged by the context of the call', async () => {
  const role = 'arn:aws:iam::123456789012:role/alarm';
  const pass = {
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: role,
    Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
  };
  const need = (service: string) => ({
    action: 'iam:PassRole',
    resource: role,
    context: { 'iam:PassedToService': service },
  });

  expect(await iam(pass).findDenial(arn, [need('scheduler.amazonaws.com')])).toBeUndefined();
  expect(await iam(pass).findDenial(arn, [need('ec2.amazonaws.com')])).toBeDefined();
});

test('an unknown role, and an action that AWS does not have, are denied with the reason', async () => {
  const unknownRole = await iam().findDenial('arn:aws:iam::123456789012:role/x', [
    { action: 'sqs:SendMessage', resource: '*' },
  ]);
  const unknownAction = await iam().findDenial(arn, [{ action: 'sqs:Juggle', resource: '*' }]);

  expect(unknownRole?.reason).toMatch('no such role');
  expect(unknownAction?.reason).toMatch('invalid.action');
});

const msOf = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
};

test('calls on resources that the policies do not tell apart are answered from memory', async () => {
  const mayStore = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::mail/emails/*' };
  const ask = (role: Iam, at: number) =>
    role.findDenial(arn, [{ action: 's3:PutObject', resource: `arn:aws:s3:::mail/emails/${at}` }]);
  const [role, rounds] = [iam(mayStore), Array.from({ length: 50 }, (_, at) => at)];
  const [anew, again]: [number[], number[]] = [[], []];

  // The quickest of each: what is read and compiled once is in none of them.
  for (const at of rounds) anew.push(await msOf(() => ask(iam(mayStore), at)));
  for (const at of rounds) again.push(await msOf(() => ask(role, at)));

  expect(Math.min(...again)).toBeLessThan(Math.min(...anew) / 5);
});

test('about another resource, an answer from memory is the one that a new question would get', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':', '*', '?', '\n'), maxLength: 4 });
  const patterns = fc.array(part, { minLength: 1, maxLength: 3 });
  const resources = fc.array(part, { minLength: 2, maxLength: 6 });
  const element = fc.constantFrom('Resource', 'NotResource');
  const ofMail = (name: string) => `arn:aws:s3:::mail${name}`;

  await fc.assert(
    fc.asyncProperty(element, patterns, resources, async (named, texts, names) => {
      const statement = { Effect: 'Allow', Action: 's3:PutObject', [named]: texts.map(ofMail) };
      const asked = iam(statement);
      for (const name of names) {
        const needs = [{ action: 's3:PutObject', resource: ofMail(name) }];
        expect(await asked.findDenial(arn, needs)).toEqual(await iam(statement).findDenial(arn, needs));
      }
    }),
    { numRuns: 100 },
  );
});

const hash = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];

const database = new DynamoDb({
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  accountId: '123456789012',
  tables: [
    {
      name: 'Mail',
      arn: table,
      create: {
        KeySchema: [{ AttributeName: 'sk', KeyType: 'RANGE' }, ...hash('pk')],
        GlobalSecondaryIndexes: [{ IndexName: 'byOwner', KeySchema: hash('owner') }],
        LocalSecondaryIndexes: [{ IndexName: 'byTime', KeySchema: hash('pk') }],
      },
    },
    { name: 'Numbered', arn: `${table}2`, create: { KeySchema: hash('number') } },
  ],
});

/** What the stand-in asks of IAM for a call. */
const needsOf = (operation: string, input: object) =>
  database.read({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
    body: Buffer.from(JSON.stringify(input)),
  }).needs;

const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: 'PK' } });
const request = (pk: string) => ({ TableName: 'Mail', Key: keyOf(pk) });
const put = (pk: string) => ({ TableName: 'Mail', Item: { ...keyOf(pk), owner: { S: 'ALLOWANCE#1' } } });
const queryBy = (pk: string, condition: string, more: object = {}) => ({
  TableName: 'Mail',
  KeyConditionExpression: condition,
  ExpressionAttributeValues: { ':pk': { S: pk }, ':sk': { S: 'ALLOWANCE#2' } },
  ...more,
});
const ownerOf = { '#o': 'owner', '#p': 'pk' };

const mayTouch = (pattern: string, ...actions: string[]) => ({
  Effect: 'Allow',
  Action: actions.map((action) => `dynamodb:${action}`),
  Resource: [table, `${table}/index/*`],
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] } },
});
const readsAndWrites = [
  ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  ...['ConditionCheckItem', 'Scan'],
];

const calls: [call: string, operation: string, inputOf: (pk: string) => object][] = [
  ['GetItem', 'GetItem', request],
  ['PutItem', 'PutItem', put],
  ['UpdateItem', 'UpdateItem', request],
  ['DeleteItem', 'DeleteItem', request],
  ['Query', 'Query', (pk) => queryBy(pk, 'pk = :pk')],
  ['Query with a sort key', 'Query', (pk) => queryBy(pk, '(sk <= :sk)AND(pk=:pk)')],
  [
    'Query by the name of an attribute',
    'Query',
    (pk) => queryBy(pk, 'sk = :sk AND #p = :pk', { ExpressionAttributeNames: ownerOf }),
  ],
  [
    'Query in its older form',
    'Query',
    (pk) => ({
      TableName: 'Mail',
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: pk }] } },
    }),
  ],
  [
    'Query on an index, by its own key',
    'Query',
    (pk) => queryBy(pk, '#o = :pk', { IndexName: 'byOwner', ExpressionAttributeNames: ownerOf }),
  ],
  [
    "Query on an index with the table's key",
    'Query',
    (pk) => queryBy(pk, 'pk = :pk', { IndexName: 'byTime' }),
  ],
  ['BatchGetItem', 'BatchGetItem', (pk) => ({ RequestItems: { Mail: { Keys: [keyOf(pk)] } } })],
  [
    'BatchWriteItem that puts',
    'BatchWriteItem',
    (pk) => ({ RequestItems: { Mail: [{ PutRequest: { Item: keyOf(pk) } }] } }),
  ],
  [
    'BatchWriteItem that deletes',
    'BatchWriteItem',
    (pk) => ({ RequestItems: { [table]: [{ DeleteRequest: { Key: keyOf(pk) } }] } }),
  ],
  ['TransactGetItems', 'TransactGetItems', (pk) => ({ TransactItems: [{ Get: request(pk) }] })],
  ['TransactWriteItems, Put', 'TransactWriteItems', (pk) => ({ TransactItems: [{ Put: put(pk) }] })],
  [
    'TransactWriteItems, Update',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ Update: request(pk) }] }),
  ],
  [
    'TransactWriteItems, Delete',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ Delete: request(pk) }] }),
  ],
  [
    'TransactWriteItems, ConditionCheck',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ ConditionCheck: request(pk) }] }),
  ],
];

test.each(calls)('%s is held to the leading keys of its statement', async (_, operation, inputOf) => {
  const role = iam(mayTouch('ALLOWANCE#*', ...readsAndWrites));

  expect(await role.findDenial(arn, needsOf(operation, inputOf('ALLOWANCE#1')))).toBeUndefined();
  expect(await role.findDenial(arn, needsOf(operation, inputOf('EMAIL#1')))).toMatchObject({
    need: { context: { 'dynamodb:LeadingKeys': ['EMAIL#1'] } },
    reason: undefined,
  });
});

test('of a batch every key must be allowed by one statement, of a transaction each item by any', async () => {
  const role = iam(
    mayTouch('ALLOWANCE#*', 'PutItem', 'BatchWriteItem'),
    mayTouch('EMAIL#*', 'PutItem', 'BatchWriteItem'),
  );
  const batch = (...pks: string[]) =>
    needsOf('BatchWriteItem', {
      RequestItems: { Mail: pks.map((pk) => ({ PutRequest: { Item: keyOf(pk) } })) },
    });
  const transaction = (...pks: string[]) =>
    needsOf('TransactWriteItems', { TransactItems: pks.map((pk) => ({ Put: put(pk) })) });

  expect(await role.findDenial(arn, batch('EMAIL#1', 'EMAIL#2'))).toBeUndefined();
  expect(await role.findDenial(arn, batch('ALLOWANCE#1', 'EMAIL#2'))).toBeDefined();
  expect(await role.findDenial(arn, transaction('ALLOWANCE#1', 'EMAIL#2'))).toBeUndefined();
  expect(await role.findDenial(arn, transaction('ALLOWANCE#1', 'DOMAIN#2'))).toMatchObject({
    need: { context: { 'dynamodb:LeadingKeys': ['DOMAIN#2'] } },
  });
});

test('each table of a batch has its own keys, and numbers are texts', () => {
  const needs = needsOf('BatchGetItem', {
    RequestItems: {
      Mail: { Keys: [keyOf('a'), keyOf('b'), keyOf('a')] },
      Numbered: { Keys: [{ number: { N: '7' } }] },
    },
  });

  expect(needs).toEqual([
    { action: 'dynamodb:BatchGetItem', resource: table, context: { 'dynamodb:LeadingKeys': ['a', 'b'] } },
    {
      action: 'dynamodb:BatchGetItem',
      resource: 'arn:aws:dynamodb:us-east-1:123456789012:table/Numbered',
      context: { 'dynamodb:LeadingKeys': ['7'] },
    },
  ]);
});

test('Scan has no leading keys: the condition holds for it, unless the statement asks for their presence', async () => {
  const scan = needsOf('Scan', { TableName: 'Mail' });
  const allowed = mayTouch('ALLOWANCE#*', 'Scan');
  const present = { ...allowed.Condition, Null: { 'dynamodb:LeadingKeys': 'false' } };

  expect(await iam(allowed).findDenial(arn, scan)).toBeUndefined();
  expect(await iam({ ...allowed, Condition: present }).findDenial(arn, scan)).toBeDefined();
});

test.each([
  ['compares another attribute', queryBy('ALLOWANCE#1', 'sk = :pk')],
  [
    'compares the key of the table, not that of the index',
    queryBy('x', 'pk = :pk', { IndexName: 'byOwner' }),
  ],
  ['is missing', { TableName: 'Mail' }],
  ['names no value', { TableName: 'Mail', KeyConditionExpression: 'pk = :pk' }],
])('a Query whose key condition %s is refused before IAM is asked', (_, input) => {
  expect(() => needsOf('Query', input)).toThrow('Query condition missed key schema element');
});

test('a deny on leading keys wins over an allow on all', async () => {
  const all = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const role = iam(all, { ...mayTouch('AUDIT#*', 'DeleteItem'), Effect: 'Deny' });

  expect(await role.findDenial(arn, needsOf('DeleteItem', request('EMAIL#1')))).toBeUndefined();
  expect(await role.findDenial(arn, needsOf('DeleteItem', request('AUDIT#1')))).toBeDefined();
});

test('calls with keys that the conditions do not tell apart are answered from memory', async () => {
  const role = iam(mayTouch('ALLOWANCE#*', 'PutItem'));
  const ask = (pk: string) => role.findDenial(arn, needsOf('PutItem', put(pk)));

  const firstMs = await msOf(() => ask('ALLOWANCE#0'));
  const rounds: number[] = [];
  for (let at = 1; at <= 200; at += 1) rounds.push(await msOf(() => ask(`ALLOWANCE#${at}`)));

  expect(Math.min(...rounds)).toBeLessThan(firstMs / 5);
});

test('an answer from memory is the one that a new question would get', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '*', '?', '.'), maxLength: 3 });
  const condition = fc.record({
    operator: fc.constantFrom(
      ...['ForAllValues:StringLike', 'ForAnyValue:StringEquals', 'ForAllValues:StringNotLike', 'StringLike'],
      ...['ForAnyValue:StringNotEquals', 'ForAllValues:StringEqualsIgnoreCase', 'ForAllValues:ArnLike'],
    ),
    patterns: fc.array(text, { minLength: 1, maxLength: 3 }),
  });
  const questions = fc.array(fc.array(text, { maxLength: 3 }), { minLength: 2, maxLength: 6 });

  await fc.assert(
    fc.asyncProperty(condition, questions, async ({ operator, patterns }, all) => {
      const statement = { ...mayWrite, Condition: { [operator]: { 'dynamodb:LeadingKeys': patterns } } };
      const asked = iam(statement);
      for (const keys of all) {
        const needs = [
          { action: 'dynamodb:PutItem', resource: table, context: { 'dynamodb:LeadingKeys': keys } },
        ];
        expect(await asked.findDenial(arn, needs)).toEqual(await iam(statement).findDenial(arn, needs));
      }
    }),
    { numRuns: 60 },
  );
});
