import { attributesOfUpdate } from '../../packages/local/src/aws/dynamodb/update-attributes';

const key = { pk: { S: 'a' }, sk: { S: 'b' } };

test.each<[string, object, string[]]>([
  ['a name', { UpdateExpression: 'SET scopes = :v' }, ['scopes']],
  [
    'a placeholder',
    { UpdateExpression: 'SET #a = :v', ExpressionAttributeNames: { '#a': 'limit' } },
    ['limit'],
  ],
  [
    'the first part of a path',
    { UpdateExpression: 'REMOVE guardrails.dailySendLimit, steps[2].delay' },
    ['guardrails', 'steps'],
  ],
  [
    'every clause and operand',
    {
      UpdateExpression:
        'SET a = if_not_exists(b, :v) + c, d = list_append (e, :w) ADD f :x DELETE g :y REMOVE h',
    },
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  ],
  [
    'a condition',
    {
      UpdateExpression: 'SET a=:v',
      ConditionExpression:
        'attribute_exists(pk) AND NOT (size(i) < :n OR j IN (:k, :l)) and m between :n and :o',
    },
    ['a', 'i', 'j', 'm'],
  ],
  ['the legacy form', { AttributeUpdates: { n: {} }, Expected: { o: {} } }, ['n', 'o']],
])('an update names the key and %s', (_name, request, expected) => {
  expect(attributesOfUpdate({ TableName: 'Mail', Key: key, ...request }).sort()).toEqual(
    [...expected, 'pk', 'sk'].sort(),
  );
});
