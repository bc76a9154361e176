import { entriesOf, valueAt } from '../parts/template';

interface Caller {
  service: string;
  action: string;
  /** The context key without which another account's resource could call as well. */
  sourceCondition: 'aws:SourceAccount' | 'aws:SourceArn';
}

/** Whether the policy lets the service in, and only where it acts for whom the condition names. */
export const allowsService = (
  statements: readonly unknown[],
  { service, action, sourceCondition }: Caller,
): boolean =>
  statements.some(
    (statement) =>
      valueAt(statement, 'Effect') === 'Allow' &&
      [valueAt(statement, 'Principal', 'Service')].flat().includes(service) &&
      [valueAt(statement, 'Action')].flat().some((allowed) => matchesAction(String(allowed), action)) &&
      entriesOf(valueAt(statement, 'Condition')).some(([, keys]) => hasKey(keys, sourceCondition)),
  );

/** IAM reads names of actions and of context keys without case. */
const matchesAction = (allowed: string, action: string): boolean =>
  allowed.endsWith('*')
    ? action.toLowerCase().startsWith(allowed.slice(0, -1).toLowerCase())
    : allowed.toLowerCase() === action.toLowerCase();

const hasKey = (conditionKeys: unknown, key: string): boolean =>
  entriesOf(conditionKeys).some(([name]) => name.toLowerCase() === key.toLowerCase());
