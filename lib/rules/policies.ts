/** A statement of a resource's policy, as the CDK writes it. */
interface Statement {
  Effect: string;
  Action: string | string[];
  Principal?: { Service?: string | string[] };
  Condition?: Record<string, Record<string, unknown>>;
}

interface Caller {
  service: string;
  action: string;
  /** The context key without which another account's resource could call as well. */
  sourceCondition: 'aws:SourceAccount' | 'aws:SourceArn';
}

/** Whether the policy lets the service in, and only where it acts for whom the condition names. */
export const allowsService = (
  statements: Statement[],
  { service, action, sourceCondition }: Caller,
): boolean =>
  statements.some(
    ({ Effect, Action, Principal, Condition }) =>
      Effect === 'Allow' &&
      [Principal?.Service].flat().includes(service) &&
      [Action].flat().some((allowed) => matchesAction(allowed, action)) &&
      Object.values(Condition ?? {}).some((conditionKeys) => hasKey(conditionKeys, sourceCondition)),
  );

/** IAM reads names of actions and of context keys without case. */
const matchesAction = (allowed: string, action: string): boolean =>
  allowed.endsWith('*')
    ? action.toLowerCase().startsWith(allowed.slice(0, -1).toLowerCase())
    : allowed.toLowerCase() === action.toLowerCase();

const hasKey = (conditionKeys: Record<string, unknown>, key: string): boolean =>
  Object.keys(conditionKeys).some((name) => name.toLowerCase() === key.toLowerCase());
