import { asRecord } from '../../machine/as-record';

type Request = Record<string, unknown>;

/** A document path, or a placeholder of a value. A word before a parenthesis is the name of a function. */
const operands = /[:#]?\w+(?:\.#?\w+|\[\d+\])*(?![\w.[]|\s*\()/g;

/** The words of expressions that are not attribute names. DynamoDB reserves them. */
const keywords = /^(SET|ADD|DELETE|REMOVE|AND|OR|NOT|IN|BETWEEN)$/i;

/** The top-level attributes that an update names, for conditions on `dynamodb:Attributes`. */
export function attributesOfUpdate(request: Request): string[] {
  const names = asRecord(request['ExpressionAttributeNames']);
  const paths = ['UpdateExpression', 'ConditionExpression'].flatMap((field) => pathsIn(request[field]));
  const topLevel = paths.map((path) => path.replace(/[.[].*$/, ''));
  const named = topLevel.map((name) => textOf(names[name]) ?? name);
  // `AttributeUpdates` and `Expected` are the legacy forms of the expressions.
  const others = ['Key', 'AttributeUpdates', 'Expected'].flatMap((field) =>
    Object.keys(asRecord(request[field])),
  );
  return [...new Set([...others, ...named])];
}

const pathsIn = (expression: unknown): string[] =>
  (textOf(expression)?.match(operands) ?? []).filter(
    (operand) => !/^[:\d]/.test(operand) && !keywords.test(operand),
  );

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
