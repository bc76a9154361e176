import { DynamoDb } from '../../packages/local/src/aws/dynamodb/dynamodb';
import { Iam, type Need, type Principal } from '../../packages/local/src/aws/iam/iam';
import { StartError } from '../../packages/local/src/machine/start-error';

const arn = 'arn:aws:iam::123456789012:role/worker';
const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Mail';

const roleWith = (...statements: Record<string, unknown>[]) => ({
  arn,
  policies: [{ name: 'p', document: { Version: '2012-10-17', Statement: statements } }],
});
const createIam = (...statements: Record<string, unknown>[]) => new Iam([roleWith(...statements)]);

const allowWrite = { Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: table };
const putNeed = { action: 'dynamodb:PutItem', resource: table };

test('only the listed actions on the listed resource are allowed', () => {
  expect(createIam(allowWrite).findDenial(arn, [putNeed])).toBeUndefined();
  expect(createIam(allowWrite).findDenial(arn, [{ ...putNeed, resource: `${table}2` }])).toMatchObject({
    need: { resource: `${table}2` },
  });
});

test('the first denied permission is reported', () => {
  const needs = ['PutItem', 'DeleteItem', 'Query'].map((name) => ({
    action: `dynamodb:${name}`,
    resource: table,
  }));

  expect(createIam(allowWrite).findDenial(arn, needs)).toEqual({ need: needs[1], reason: undefined });
});

test('a deny overrides an allow', () => {
  const allKeys = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const deny = { Effect: 'Deny', Action: 'dynamodb:PutItem', Resource: table };

  const denial = createIam(allKeys, deny).findDenial(arn, [{ action: 'dynamodb:PutItem', resource: table }]);

  expect(denial).toBeDefined();
});

test('a condition is evaluated against the context of the call', () => {
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

  expect(createIam(pass).findDenial(arn, [need('scheduler.amazonaws.com')])).toBeUndefined();
  expect(createIam(pass).findDenial(arn, [need('ec2.amazonaws.com')])).toBeDefined();
});

test('a role that is not in the template is denied', () => {
  const need = { action: 'sqs:SendMessage', resource: '*' };

  expect(createIam().findDenial('arn:aws:iam::123456789012:role/x', [need])).toEqual({
    need,
    reason: 'the template does not define this role',
  });
});

test.each<[string, object, Need, boolean]>([
  ['NotAction covers every other action', { NotAction: 'dynamodb:Delete*', Resource: '*' }, putNeed, true],
  ['NotAction excludes its actions', { NotAction: 'DYNAMODB:put?tem', Resource: '*' }, putNeed, false],
  ['NotResource covers every other resource', { Action: '*', NotResource: `${table}/*` }, putNeed, true],
  ['NotResource excludes its resources', { Action: '*', NotResource: `${table}*` }, putNeed, false],
  [
    'letter case matters in resources',
    { Action: '*', Resource: table.toUpperCase().replace('ARN:AWS', 'arn:aws') },
    putNeed,
    false,
  ],
  [
    'a wildcard matches colons',
    { Action: '*', Resource: 'arn:aws:logs:us-east-1:1:log-group:*' },
    { action: 'logs:PutLogEvents', resource: 'arn:aws:logs:us-east-1:1:log-group:a:b' },
    true,
  ],
])('%s', (_, elements, need, isAllowed) => {
  expect(createIam({ Effect: 'Allow', ...elements }).findDenial(arn, [need]) === undefined).toBe(isAllowed);
});

const account = 'aws:SourceAccount';
const sourceArn = 'aws:SourceArn';
const leadingKeys = 'dynamodb:LeadingKeys';

test.each<
  [
    operator: string,
    key: string,
    expected: string | string[],
    actual: string | string[] | undefined,
    isMet: boolean,
  ]
>([
  ['StringEquals', account, ['1', '2'], '2', true],
  ['StringEquals', account, '1', '2', false],
  ['StringEquals', account, 'a', 'A', false],
  ['StringEquals', account, '*', '1', false],
  ['StringEquals', account, '1', undefined, false],
  ['StringEqualsIfExists', account, '1', undefined, true],
  ['StringEqualsIfExists', account, '1', '2', false],
  ['StringNotEquals', account, ['1', '2'], '3', true],
  ['StringNotEquals', account, ['1', '2'], '2', false],
  ['StringNotEquals', account, '1', undefined, true],
  ['StringEqualsIgnoreCase', account, 'a', 'A', true],
  ['StringNotEqualsIgnoreCase', account, 'a', 'A', false],
  ['StringLike', account, 'a*c?', 'a.\ncd', true],
  ['StringLike', account, 'a.c', 'abc', false],
  ['StringNotLike', account, 'a*', 'b', true],
  ['StringNotLike', account, 'a*', undefined, true],
  ['ArnLike', sourceArn, 'arn:aws:sns:*:1:a*', 'arn:aws:sns:us-east-1:1:a:b', true],
  ['ArnLike', sourceArn, 'arn:aws:sns:*:1:a', 'arn:aws:sns:us-east-1:2:1:a', false],
  ['ArnEquals', sourceArn, 'arn:aws:sns:*:1:a', 'arn:aws:sns:us-east-1:1:a', true],
  ['ArnEquals', sourceArn, 'arn:aws:sns:us-east-1:1:a', 'not an ARN', false],
  ['Bool', 'aws:securetransport', 'TRUE', 'true', true],
  ['Bool', 'aws:SecureTransport', 'false', 'true', false],
  ['Null', account, 'true', undefined, true],
  ['Null', account, 'true', '1', false],
  ['Null', account, 'false', '1', true],
  ['Null', leadingKeys, 'false', [], false],
  ['ForAllValues:StringLike', leadingKeys, ['A#*', 'B#*'], ['A#1', 'B#1'], true],
  ['ForAllValues:StringLike', leadingKeys, ['A#*', 'B#*'], ['A#1', 'C#1'], false],
  ['ForAllValues:StringLike', leadingKeys, 'A#*', [], true],
  ['ForAllValues:StringLike', leadingKeys, 'A#*', undefined, true],
  ['ForAllValues:StringNotEquals', leadingKeys, 'A', ['B', 'C'], true],
  ['ForAllValues:StringNotEquals', leadingKeys, 'A', ['A', 'B'], false],
  ['ForAnyValue:StringEquals', leadingKeys, 'A', ['A', 'B'], true],
  ['ForAnyValue:StringEquals', leadingKeys, 'A', ['B'], false],
  ['ForAnyValue:StringEquals', leadingKeys, 'A', [], false],
  ['ForAnyValue:StringNotEquals', leadingKeys, 'A', ['A', 'B'], true],
  ['ForAnyValue:StringNotEquals', leadingKeys, 'A', ['A'], false],
  ['ForAnyValue:StringNotEquals', leadingKeys, 'A', undefined, false],
])('%s on %s with %j and the value %j', (operator, key, expected, actual, isMet) => {
  const context = actual === undefined ? {} : { [key]: actual };
  const role = createIam({ ...allowWrite, Condition: { [operator]: { [key]: expected } } });

  expect(role.findDenial(arn, [{ ...putNeed, context }]) === undefined).toBe(isMet);
});

test('all keys of all operators must match', () => {
  const Condition = {
    StringEquals: { [account]: '1', [sourceArn]: 'a' },
    Bool: { 'aws:SecureTransport': 'true' },
  };
  const role = createIam({ ...allowWrite, Condition });
  const withContext = (context: Need['context']) => role.findDenial(arn, [{ ...putNeed, context }]);

  expect(withContext({ [account]: '1', [sourceArn]: 'a' })).toBeUndefined();
  expect(withContext({ [account]: '1', [sourceArn]: 'b' })).toBeDefined();
  expect(withContext({ [account]: '2', [sourceArn]: 'a' })).toBeDefined();
});

describe('a resource policy', () => {
  const queue = 'arn:aws:sqs:us-east-1:123456789012:q';
  const key = 'arn:aws:kms:us-east-1:123456789012:key/k';
  const service = { service: 'sns.amazonaws.com', sourceArn: 'arn:aws:sns:us-east-1:123456789012:t' };
  const root = 'arn:aws:iam::123456789012:root';

  /** Whether the role, with or without a policy that allows all, or the service may use the resource. */
  const decide = (resource: string, principal: unknown, effect = 'Allow') => {
    const action = resource === key ? 'kms:Decrypt' : 'sqs:SendMessage';
    const Statement = [{ Effect: effect, Principal: principal, Action: action, Resource: '*' }];
    const resources = [{ arn: resource, policy: { Version: '2012-10-17', Statement } }];
    const all = { Effect: 'Allow', Action: '*', Resource: '*' };
    const isAllowed = (caller: Principal, ...statements: Record<string, unknown>[]) =>
      new Iam([roleWith(...statements)], resources).findDenial(caller, [{ action, resource }]) === undefined;
    return { role: isAllowed(arn), roleWithPolicy: isAllowed(arn, all), service: isAllowed(service) };
  };

  test.each<[string, unknown, ReturnType<typeof decide>]>([
    ['the role', { AWS: arn }, { role: true, roleWithPolicy: true, service: false }],
    ['another role', { AWS: `${arn}2` }, { role: false, roleWithPolicy: true, service: false }],
    ['everyone', '*', { role: true, roleWithPolicy: true, service: true }],
    ['every AWS principal', { AWS: '*' }, { role: true, roleWithPolicy: true, service: true }],
    ['the account', { AWS: root }, { role: false, roleWithPolicy: true, service: false }],
    ['the account by its ID', { AWS: '123456789012' }, { role: false, roleWithPolicy: true, service: false }],
    [
      'the service',
      { Service: ['a.amazonaws.com', service.service] },
      { role: false, roleWithPolicy: true, service: true },
    ],
  ])('of a queue that allows %s', (_, principal, expected) => {
    expect(decide(queue, principal)).toEqual(expected);
  });

  test.each<[string, unknown, ReturnType<typeof decide>]>([
    ['the role', { AWS: arn }, { role: true, roleWithPolicy: true, service: false }],
    ['another role', { AWS: `${arn}2` }, { role: false, roleWithPolicy: false, service: false }],
    ['the account', { AWS: root }, { role: false, roleWithPolicy: true, service: false }],
    ['the service', { Service: service.service }, { role: false, roleWithPolicy: false, service: true }],
  ])('of a key that allows %s', (_, principal, expected) => {
    expect(decide(key, principal)).toEqual(expected);
  });

  test.each<[string, unknown, boolean]>([
    ['the role', { AWS: arn }, false],
    ['the account', { AWS: root }, false],
    ['everyone', '*', false],
    ['another role', { AWS: `${arn}2` }, true],
    ['a service', { Service: service.service }, true],
  ])('that denies %s overrides the policies of the role', (_, principal, expected) => {
    expect(decide(queue, principal, 'Deny').roleWithPolicy).toBe(expected);
  });
});

describe('a policy that the runtime cannot evaluate is refused at startup:', () => {
  const condition = (operator: string, key: string, value: unknown = 'a') => ({
    ...allowWrite,
    Condition: { [operator]: { [key]: value } },
  });

  test.each<[problem: string, statement: Record<string, unknown>]>([
    ['Unrecognized key: "NotPrincipal"', { ...allowWrite, NotPrincipal: '*' }],
    ['Unrecognized key: "Conditions"', { ...allowWrite, Conditions: {} }],
    ['Effect: Invalid option', { ...allowWrite, Effect: 'allow' }],
    ['it needs one of Action and NotAction', { Effect: 'Allow', Resource: '*' }],
    ['it needs one of Action and NotAction', { ...allowWrite, NotAction: 'sqs:*' }],
    ['it needs one of Resource and NotResource', { Effect: 'Allow', Action: '*' }],
    ['the element Principal is not allowed', { ...allowWrite, Principal: '*' }],
    [
      'the resource arn:aws:s3:::a*b has an unsupported wildcard',
      { ...allowWrite, Resource: 'arn:aws:s3:::a*b' },
    ],
    [
      'the resource arn:aws:s3*:::a has an unsupported wildcard',
      { ...allowWrite, Resource: 'arn:aws:s3*:::a' },
    ],
    ['it contains a policy variable', { ...allowWrite, Resource: 'arn:aws:s3:::${aws:username}' }],
    ['the condition operator IpAddress is unknown', condition('IpAddress', account)],
    ['the condition operator stringequals is unknown', condition('stringequals', account)],
    ['the condition operator NullIfExists is unknown', condition('NullIfExists', account)],
    ['the condition operator ArnNotLike is unknown', condition('ArnNotLike', sourceArn)],
    [
      'the condition operator ForAnyValue:StringLikeIfExists is unknown',
      condition('ForAnyValue:StringLikeIfExists', leadingKeys),
    ],
    ['the condition operator toString is unknown', condition('toString', account)],
    [
      'the condition operator StringLike does not fit a key with several values',
      condition('StringLike', leadingKeys),
    ],
    [
      'the condition operator ForAllValues:StringLike does not fit a key with one value',
      condition('ForAllValues:StringLike', account),
    ],
    [
      'no values for the condition key aws:SourceIp in requests for dynamodb:PutItem',
      condition('StringLike', 'aws:SourceIp'),
    ],
    [
      'no values for the condition key aws:ResourceTag/a in requests for dynamodb:PutItem',
      condition('StringLike', 'aws:ResourceTag/a'),
    ],
    [
      'no values for the condition key dynamodb:LeadingKeys in requests for dynamodb:*',
      { ...condition('ForAllValues:StringLike', leadingKeys), Action: 'dynamodb:*' },
    ],
    [
      'no values for the condition key dynamodb:LeadingKeys in requests for *',
      {
        Effect: 'Deny',
        NotAction: 'sqs:*',
        Resource: '*',
        Condition: { 'ForAnyValue:StringLike': { [leadingKeys]: 'a' } },
      },
    ],
    ['a is not an ARN', condition('ArnLike', sourceArn)],
    ['Condition: StringLike: aws:SourceAccount: Invalid input', condition('StringLike', account, [1])],
  ])('%s', (problem, statement) => {
    const start = () => createIam(allowWrite, { Sid: 'Odd', ...statement });

    expect(start).toThrow(StartError);
    expect(start).toThrow(`The local runtime cannot evaluate statement 2 (Odd) of the policy p of ${arn}: `);
    expect(start).toThrow(problem);
  });

  test.each([
    ['the element Principal is missing', undefined],
    ['Unrecognized key: "Federated"', { Federated: 'x' }],
    [
      'the principal arn:aws:iam::123456789012:user/a is unknown',
      { AWS: 'arn:aws:iam::123456789012:user/a' },
    ],
  ])('%s', (problem, Principal) => {
    const Statement = [{ ...allowWrite, ...(Principal && { Principal }) }];
    const start = () => new Iam([], [{ arn: table, policy: { Version: '2012-10-17', Statement } }]);

    expect(start).toThrow(`The local runtime cannot evaluate statement 1 of the policy of ${table}: `);
    expect(start).toThrow(problem);
  });
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
  'ConditionCheckItem',
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

test.each(calls)('%s is restricted to the leading keys of its statement', (_, operation, inputOf) => {
  const role = createIam(allowPartitions('ALLOWANCE#*', ...allActions));

  expect(role.findDenial(arn, readNeeds(operation, inputOf('ALLOWANCE#1')))).toBeUndefined();
  expect(role.findDenial(arn, readNeeds(operation, inputOf('EMAIL#1')))).toMatchObject({
    need: { context: { 'dynamodb:LeadingKeys': ['EMAIL#1'] } },
    reason: undefined,
  });
});

test('one statement must allow all keys of a batch, but different statements may allow the items of a transaction', () => {
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

  expect(role.findDenial(arn, batch('EMAIL#1', 'EMAIL#2'))).toBeUndefined();
  expect(role.findDenial(arn, batch('ALLOWANCE#1', 'EMAIL#2'))).toBeDefined();
  expect(role.findDenial(arn, transaction('ALLOWANCE#1', 'EMAIL#2'))).toBeUndefined();
  expect(role.findDenial(arn, transaction('ALLOWANCE#1', 'DOMAIN#2'))).toMatchObject({
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

test('a deny for some leading keys overrides an allow for all keys', () => {
  const allKeys = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' };
  const role = createIam(allKeys, { ...allowPartitions('AUDIT#*', 'DeleteItem'), Effect: 'Deny' });

  expect(role.findDenial(arn, readNeeds('DeleteItem', buildRequest('EMAIL#1')))).toBeUndefined();
  expect(role.findDenial(arn, readNeeds('DeleteItem', buildRequest('AUDIT#1')))).toBeDefined();
});
