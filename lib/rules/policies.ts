import { entriesOf, valueAt } from '../parts/template';

interface Caller {
  service: string;
  action: string;
  /** The context key with which the policy excludes calls from the resources of other accounts. */
  sourceCondition: 'aws:SourceAccount' | 'aws:SourceArn';
}

/** Whether the policy allows the service to act, with a condition on the source of the call. */
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

/** IAM ignores letter case in the names of actions and context keys. */
const matchesAction = (allowed: string, action: string): boolean =>
  allowed.endsWith('*')
    ? action.toLowerCase().startsWith(allowed.slice(0, -1).toLowerCase())
    : allowed.toLowerCase() === action.toLowerCase();

const hasKey = (conditionKeys: unknown, key: string): boolean =>
  entriesOf(conditionKeys).some(([name]) => name.toLowerCase() === key.toLowerCase());
