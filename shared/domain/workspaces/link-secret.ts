import { randomBytes } from 'node:crypto';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import type { Workspace } from './record';

export const newLinkSecret = (): string => randomBytes(32).toString('base64url');

/** What signs the workspace's links. One that was made before there were links gets its secret now. */
export async function linkSecretOf({
  id,
  linkSecret,
}: Pick<Workspace, 'id'> & Partial<Workspace>): Promise<string> {
  if (linkSecret) return linkSecret;
  const secret = newLinkSecret();
  const workspace = await updateItem<Workspace>(keys.workspace(id), {
    UpdateExpression: 'SET linkSecret = if_not_exists(linkSecret, :secret)',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':secret': secret },
  });
  return workspace?.linkSecret ?? secret;
}
