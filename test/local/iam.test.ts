import fc from 'fast-check';
import { DynamoDb } from '../../packages/local/src/aws/dynamodb/dynamodb';
import { Iam } from '../../packages/local/src/aws/iam/iam';

const arn = 'arn:aws:iam::123456789012:role/worker';
const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Mail';

const createIam = (...statements: Record<string, unknown>[]) =>
  new Iam([{ arn, policies: [{ name: 'p', document: { Version: '2012-10-17', Statement: statements } }] }]);

const allowWrite = { Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: table };

test('only the listed actions on the listed resource are allowed', async () => {
  const putNeed = { action: 'dynamodb:PutItem', resource: table };

  expect(await createIam(allowWrite).findDenial(arn, [putNeed])).toBeUndefined();
  expect(await createIam(allowWrite).findDenial(arn, [{ ...putNeed, resource: `${table}2` }])).toMatchObject({
    need: { resource: `${table}2` },
  });
});

test('the first denied permission is reported', async () => {
  const needs = ['PutItem', 'DeleteItem', 'Query'].map((name) => ({
    action: `dynamodb:${name}`,
    resource: table,
  }));

  expect(await createIam(allowWrite).findDenial(arn, needs)).toEqual({ need: needs[1], reason: undefined });
});

test('a deny overrides an allow', async () => {
  const allKeys = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const deny = { Effect: 'Deny', Action: 'dynamodb:PutItem', Resource: table };

  const denial = await createIam(allKeys, deny).findDenial(arn, [
    { action: 'dynamodb:PutItem', resource: table },
  ]);

  expect(denial).toBeDefined();
});

test('a condition is evaluated against the context of the call', async () => {
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

  expect(await createIam(pass).findDenial(arn, [need('scheduler.amazonaws.com')])).toBeUndefined();
  expect(await createIam(pass).findDenial(arn, [need('ec2.amazonaws.com')])).toBeDefined();
});

test('an unknown role and an unknown action are denied with a reason', async () => {
  const unknownRole = await createIam().findDenial('arn:aws:iam::123456789012:role/x', [
    { action: 'sqs:SendMessage', resource: '*' },
  ]);
  const unknownAction = await createIam().findDenial(arn, [{ action: 'sqs:Juggle', resource: '*' }]);

  expect(unknownRole?.reason).toMatch('does not define this role');
  expect(unknownAction?.reason).toMatch('invalid.action');
});

const measureMs = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
};

test('calls on resources that the policies do not distinguish share a cached decision', async () => {
  const allowStore = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::mail/emails/*' };
  const findDenialFor = (role: Iam, index: number) =>
    role.findDenial(arn, [{ action: 's3:PutObject', resource: `arn:aws:s3:::mail/emails/${index}` }]);
  const [role, rounds] = [createIam(allowStore), Array.from({ length: 50 }, (_, index) => index)];
  const [freshMs, cachedMs]: [number[], number[]] = [[], []];

  // Compares only the fastest calls, because the first calls include loading and compilation.
  for (const index of rounds)
    freshMs.push(await measureMs(() => findDenialFor(createIam(allowStore), index)));
  for (const index of rounds) cachedMs.push(await measureMs(() => findDenialFor(role, index)));

  expect(Math.min(...cachedMs)).toBeLessThan(Math.min(...freshMs) / 5);
});

test('a cached decision for another resource equals a fresh decision', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':', '*', '?', '\n'), maxLength: 4 });
  const patterns = fc.array(part, { minLength: 1, maxLength: 3 });
  const resources = fc.array(part, { minLength: 2, maxLength: 6 });
  const element = fc.constantFrom('Resource', 'NotResource');
  const mailArn = (name: string) => `arn:aws:s3:::mail${name}`;

  await fc.assert(
    fc.asyncProperty(element, patterns, resources, async (elementName, patternTexts, names) => {
      const statement = { Effect: 'Allow', Action: 's3:PutObject', [elementName]: patternTexts.map(mailArn) };
      const cachingIam = createIam(statement);
      for (const name of names) {
        const needs = [{ action: 's3:PutObject', resource: mailArn(name) }];
        expect(await cachingIam.findDenial(arn, needs)).toEqual(
          await createIam(statement).findDenial(arn, needs),
        );
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

/** Returns the permissions that a call requires. */
const readNeeds = (operation: string, input: object) =>
  database.read({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` },
    body: Buffer.from(JSON.stringify(input)),
  }).needs;

const buildKey = (pk: string) => ({ pk: { S: pk }, sk: { S: 'PK' } });
const buildRequest = (pk: string) => ({ TableName: 'Mail', Key: buildKey(pk) });
const buildPut = (pk: string) => ({
  TableName: 'Mail',
  Item: { ...buildKey(pk), owner: { S: 'ALLOWANCE#1' } },
});
const buildQuery = (pk: string, condition: string, extra: object = {}) => ({
  TableName: 'Mail',
  KeyConditionExpression: condition,
  ExpressionAttributeValues: { ':pk': { S: pk }, ':sk': { S: 'ALLOWANCE#2' } },
  ...extra,
});
const attributeNames = { '#o': 'owner', '#p': 'pk' };

const allowPartitions = (pattern: string, ...actions: string[]) => ({
  Effect: 'Allow',
  Action: actions.map((action) => `dynamodb:${action}`),
  Resource: [table, `${table}/index/*`],
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] } },
});
const allActions = [
  ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  ...['ConditionCheckItem', 'Scan'],
];

const calls: [call: string, operation: string, inputOf: (pk: string) => object][] = [
  ['GetItem', 'GetItem', buildRequest],
  ['PutItem', 'PutItem', buildPut],
  ['UpdateItem', 'UpdateItem', buildRequest],
  ['DeleteItem', 'DeleteItem', buildRequest],
  ['Query', 'Query', (pk) => buildQuery(pk, 'pk = :pk')],
  ['Query with a sort key', 'Query', (pk) => buildQuery(pk, '(sk <= :sk)AND(pk=:pk)')],
  [
    'Query with placeholders for attribute names',
    'Query',
    (pk) => buildQuery(pk, 'sk = :sk AND #p = :pk', { ExpressionAttributeNames: attributeNames }),
  ],
  [
    'Query with the legacy KeyConditions',
    'Query',
    (pk) => ({
      TableName: 'Mail',
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: pk }] } },
    }),
  ],
  [
    'Query on an index, by its own key',
    'Query',
    (pk) => buildQuery(pk, '#o = :pk', { IndexName: 'byOwner', ExpressionAttributeNames: attributeNames }),
  ],
  [
    "Query on an index with the table's key",
    'Query',
    (pk) => buildQuery(pk, 'pk = :pk', { IndexName: 'byTime' }),
  ],
  ['BatchGetItem', 'BatchGetItem', (pk) => ({ RequestItems: { Mail: { Keys: [buildKey(pk)] } } })],
  [
    'BatchWriteItem that puts',
    'BatchWriteItem',
    (pk) => ({ RequestItems: { Mail: [{ PutRequest: { Item: buildKey(pk) } }] } }),
  ],
  [
    'BatchWriteItem that deletes',
    'BatchWriteItem',
    (pk) => ({ RequestItems: { [table]: [{ DeleteRequest: { Key: buildKey(pk) } }] } }),
  ],
  ['TransactGetItems', 'TransactGetItems', (pk) => ({ TransactItems: [{ Get: buildRequest(pk) }] })],
  ['TransactWriteItems, Put', 'TransactWriteItems', (pk) => ({ TransactItems: [{ Put: buildPut(pk) }] })],
  [
    'TransactWriteItems, Update',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ Update: buildRequest(pk) }] }),
  ],
  [
    'TransactWriteItems, Delete',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ Delete: buildRequest(pk) }] }),
  ],
  [
    'TransactWriteItems, ConditionCheck',
    'TransactWriteItems',
    (pk) => ({ TransactItems: [{ ConditionCheck: buildRequest(pk) }] }),
  ],
];

test.each(calls)('%s is restricted to the leading keys of its statement', async (_, operation, inputOf) => {
  const role = createIam(allowPartitions('ALLOWANCE#*', ...allActions));

  expect(await role.findDenial(arn, readNeeds(operation, inputOf('ALLOWANCE#1')))).toBeUndefined();
  expect(await role.findDenial(arn, readNeeds(operation, inputOf('EMAIL#1')))).toMatchObject({
    need: { context: { 'dynamodb:LeadingKeys': ['EMAIL#1'] } },
    reason: undefined,
  });
});

test('one statement must allow all keys of a batch, but different statements may allow the items of a transaction', async () => {
  const role = createIam(
    allowPartitions('ALLOWANCE#*', 'PutItem', 'BatchWriteItem'),
    allowPartitions('EMAIL#*', 'PutItem', 'BatchWriteItem'),
  );
  const batch = (...pks: string[]) =>
    readNeeds('BatchWriteItem', {
      RequestItems: { Mail: pks.map((pk) => ({ PutRequest: { Item: buildKey(pk) } })) },
    });
  const transaction = (...pks: string[]) =>
    readNeeds('TransactWriteItems', { TransactItems: pks.map((pk) => ({ Put: buildPut(pk) })) });

  expect(await role.findDenial(arn, batch('EMAIL#1', 'EMAIL#2'))).toBeUndefined();
  expect(await role.findDenial(arn, batch('ALLOWANCE#1', 'EMAIL#2'))).toBeDefined();
  expect(await role.findDenial(arn, transaction('ALLOWANCE#1', 'EMAIL#2'))).toBeUndefined();
  expect(await role.findDenial(arn, transaction('ALLOWANCE#1', 'DOMAIN#2'))).toMatchObject({
    need: { context: { 'dynamodb:LeadingKeys': ['DOMAIN#2'] } },
  });
});

test('each table of a batch has its own keys, and numbers are compared as text', () => {
  const needs = readNeeds('BatchGetItem', {
    RequestItems: {
      Mail: { Keys: [buildKey('a'), buildKey('b'), buildKey('a')] },
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

test('a Scan, which has no leading keys, matches the condition unless the statement requires leading keys', async () => {
  const scan = readNeeds('Scan', { TableName: 'Mail' });
  const allowed = allowPartitions('ALLOWANCE#*', 'Scan');
  const present = { ...allowed.Condition, Null: { 'dynamodb:LeadingKeys': 'false' } };

  expect(await createIam(allowed).findDenial(arn, scan)).toBeUndefined();
  expect(await createIam({ ...allowed, Condition: present }).findDenial(arn, scan)).toBeDefined();
});

test.each([
  ['compares another attribute', buildQuery('ALLOWANCE#1', 'sk = :pk')],
  [
    'compares the key of the table instead of the index',
    buildQuery('x', 'pk = :pk', { IndexName: 'byOwner' }),
  ],
  ['is missing', { TableName: 'Mail' }],
  ['names no value', { TableName: 'Mail', KeyConditionExpression: 'pk = :pk' }],
])('a Query whose key condition %s is refused before the permission check', (_, input) => {
  expect(() => readNeeds('Query', input)).toThrow('Query condition missed key schema element');
});

test('a deny for some leading keys overrides an allow for all keys', async () => {
  const allKeys = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const role = createIam(allKeys, { ...allowPartitions('AUDIT#*', 'DeleteItem'), Effect: 'Deny' });

  expect(await role.findDenial(arn, readNeeds('DeleteItem', buildRequest('EMAIL#1')))).toBeUndefined();
  expect(await role.findDenial(arn, readNeeds('DeleteItem', buildRequest('AUDIT#1')))).toBeDefined();
});

test('calls with keys that the conditions do not distinguish share a cached decision', async () => {
  const role = createIam(allowPartitions('ALLOWANCE#*', 'PutItem'));
  const findDenialFor = (pk: string) => role.findDenial(arn, readNeeds('PutItem', buildPut(pk)));

  const firstMs = await measureMs(() => findDenialFor('ALLOWANCE#0'));
  const rounds: number[] = [];
  for (let index = 1; index <= 200; index += 1)
    rounds.push(await measureMs(() => findDenialFor(`ALLOWANCE#${index}`)));

  expect(Math.min(...rounds)).toBeLessThan(firstMs / 5);
});

test('a cached decision equals a fresh decision', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '*', '?', '.'), maxLength: 3 });
  const condition = fc.record({
    operator: fc.constantFrom(
      ...['ForAllValues:StringLike', 'ForAnyValue:StringEquals', 'ForAllValues:StringNotLike', 'StringLike'],
      ...['ForAnyValue:StringNotEquals', 'ForAllValues:StringEqualsIgnoreCase', 'ForAllValues:ArnLike'],
    ),
    patterns: fc.array(text, { minLength: 1, maxLength: 3 }),
  });
  const keySets = fc.array(fc.array(text, { maxLength: 3 }), { minLength: 2, maxLength: 6 });

  await fc.assert(
    fc.asyncProperty(condition, keySets, async ({ operator, patterns }, allKeys) => {
      const statement = { ...allowWrite, Condition: { [operator]: { 'dynamodb:LeadingKeys': patterns } } };
      const cachingIam = createIam(statement);
      for (const keys of allKeys) {
        const needs = [
          { action: 'dynamodb:PutItem', resource: table, context: { 'dynamodb:LeadingKeys': keys } },
        ];
        expect(await cachingIam.findDenial(arn, needs)).toEqual(
          await createIam(statement).findDenial(arn, needs),
        );
      }
    }),
    { numRuns: 60 },
  );
});
