import { Iam } from '../../local/aws/iam/iam';

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

test('a question that was asked before is answered from memory', async () => {
  const asked = iam(mayWrite);
  const ask = (at: number) =>
    asked.findDenial(arn, [{ action: 'dynamodb:PutItem', resource: `${table}${at}` }]);
  const msOf = async (questions: readonly number[]): Promise<number> => {
    const startedAt = performance.now();
    for (const at of questions) await ask(at);
    return performance.now() - startedAt;
  };
  const questions = Array.from({ length: 200 }, (_, at) => at);

  const newMs = await msOf(questions);
  const rounds = [await msOf(questions), await msOf(questions), await msOf(questions)];

  expect(Math.min(...rounds)).toBeLessThan(newMs / 5);
});
