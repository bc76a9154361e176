import { wildcardPattern } from './wildcard-pattern';

/** The values of a request, by condition key. */
export type Context = Record<string, string | string[]>;

export type Predicate<Value> = (value: Value) => boolean;

interface ConditionKey {
  name: RegExp;
  /** The actions whose requests can contain the key. */
  actions: RegExp;
  isMultivalued?: boolean;
}

/** The condition keys for which the runtime has values. */
const conditionKeys: ConditionKey[] = [
  { name: /^aws:(SecureTransport|SourceArn|SourceAccount)$/i, actions: /^/ },
  {
    name: /^aws:RequestTag\/.+$/i,
    actions: /^ses:(CreateEmailIdentity|CreateConfigurationSet|TagResource)$/i,
  },
  {
    name: /^aws:ResourceTag\/.+$/i,
    actions: /^ses:(?!Create(EmailIdentity|ConfigurationSet)$)\w*(EmailIdentity|ConfigurationSet)\w*$/i,
  },
  {
    name: /^dynamodb:LeadingKeys$/i,
    actions: /^dynamodb:((Get|BatchGet|Put|Update|Delete|BatchWrite|ConditionCheck)Item|Query)$/i,
    isMultivalued: true,
  },
  { name: /^dynamodb:Attributes$/i, actions: /^dynamodb:UpdateItem$/i, isMultivalued: true },
  { name: /^iam:PassedToService$/i, actions: /^iam:PassRole$/i },
  { name: /^ssm:Overwrite$/i, actions: /^ssm:PutParameter$/i },
];

type Matcher = (expected: string) => Predicate<string>;

const equalIgnoringCase: Matcher = (expected) => (value) => value.toLowerCase() === expected.toLowerCase();

/** IAM compares the parts of an ARN, so a wildcard matches only within its part. */
const arnLike: Matcher = (expected) => {
  const patterns = arnParts(expected)?.map((part) => wildcardPattern(part));
  if (!patterns) throw new Error(`${expected} is not an ARN`);
  return (value) => arnParts(value)?.every((part, index) => patterns[index]?.test(part)) ?? false;
};

/** The sixth part, the resource, may contain colons. */
const arnParts = (arn: string): string[] | undefined =>
  /^([^:]*):([^:]*):([^:]*):([^:]*):([^:]*):(.*)$/s.exec(arn)?.slice(1);

const matchers: Record<string, Matcher> = {
  StringEquals: (expected) => (value) => value === expected,
  StringEqualsIgnoreCase: equalIgnoringCase,
  StringLike: (expected) => {
    const pattern = wildcardPattern(expected);
    return (value) => pattern.test(value);
  },
  ArnEquals: arnLike,
  ArnLike: arnLike,
  Bool: equalIgnoringCase,
};

/** The operators that are true if another operator is false. */
const negations: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
};

/** Throws an error for an operator or a key that the runtime does not know for these actions. */
export function compileCondition(
  condition: Record<string, Record<string, string[]>>,
  actions: string[],
): Predicate<Context> {
  const predicates = Object.entries(condition).flatMap(([operator, comparisons]) =>
    Object.entries(comparisons).map(([key, expected]): Predicate<Context> => {
      const isMatch = compileOperator(operator, expected, findConditionKey(key, actions));
      return (context) => isMatch(valuesOf(context, key.toLowerCase()));
    }),
  );
  return (context) => predicates.every((predicate) => predicate(context));
}

function findConditionKey(key: string, actions: string[]): ConditionKey {
  const found = conditionKeys.find(({ name }) => name.test(key));
  const action = actions.find((candidate) => !found?.actions.test(candidate));
  if (found && action === undefined) return found;
  throw new Error(
    `there are no values for the condition key ${key} in requests for ${action ?? 'any action'}`,
  );
}

/** Key names are case-insensitive. A key without values counts as missing. */
const valuesOf = (context: Context, lowerCaseKey: string): string[] =>
  Object.entries(context).flatMap(([name, values]) => (name.toLowerCase() === lowerCaseKey ? values : []));

/** The parts of an operator such as `ForAllValues:StringLike` or `StringEqualsIfExists`. */
const operatorParts = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;

function compileOperator(
  operator: string,
  expected: string[],
  { isMultivalued = false }: ConditionKey,
): Predicate<string[]> {
  if (operator === 'Null') return (values) => expected.includes(String(values.length === 0));
  const [, set, comparison = '', ifExists] = operatorParts.exec(operator) ?? [];
  const negated = negations[comparison];
  const matcher = matchers[negated ?? comparison];
  if (!matcher || (set && ifExists)) throw new Error(`the condition operator ${operator} is unknown`);
  if ((set !== undefined) !== isMultivalued) {
    throw new Error(
      `the condition operator ${operator} does not fit a key with ${isMultivalued ? 'several values' : 'one value'}`,
    );
  }
  const predicates = expected.map(matcher);
  const isMatch = (value: string) => predicates.some((matches) => matches(value)) === (negated === undefined);
  const isMatchWhenMissing =
    ifExists !== undefined || (set === undefined ? negated !== undefined : set === 'ForAllValues');
  return (values) => {
    if (values.length === 0) return isMatchWhenMissing;
    return set === 'ForAnyValue' ? values.some(isMatch) : values.every(isMatch);
  };
}
