import { keys, statusKey } from '../../db/keys';
import { updateItem } from '../../db/table';
import { isRareStatus, type Email, type EmailStatus } from './record';

/** Moves the email if it still has the status `from`. A lost race is `undefined`. */
export function moveEmail(
  { workspaceId, id }: Pick<Email, 'workspaceId' | 'id'>,
  { from, to, set = {} }: { from: EmailStatus; to: EmailStatus; set?: Partial<Email> },
): Promise<Email | undefined> {
  const values = { ...set, status: to, ...(isRareStatus(to) && { statusKey: statusKey(workspaceId, to) }) };
  return updateItem<Email>(keys.email(workspaceId, id), {
    UpdateExpression: `SET ${assignments(values)} REMOVE #owner${isRareStatus(to) ? '' : ', statusKey'}`,
    ConditionExpression: '#status = :from',
    ExpressionAttributeNames: { '#owner': 'owner', ...names(values) },
    ExpressionAttributeValues: { ':from': from, ...prefixed(values) },
  });
}

const assignments = (values: object): string =>
  Object.keys(values)
    .map((name) => `#${name} = :${name}`)
    .join(', ');

const names = (values: object) => Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name]));

const prefixed = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value]));
