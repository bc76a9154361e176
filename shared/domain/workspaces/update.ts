import type * as z from 'zod/mini';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { notFound } from '../../errors';
import { setAllowanceOfAll } from '../api-keys/allowance';
import { expectWorkspace } from './find';
import type { Workspace } from './record';
import { settingsOf, type Settings, type WorkspaceChangesSchema } from './settings';

/** Sets what is given and leaves the rest; a new allowance reaches every key of the workspace. */
export async function updateWorkspace({
  id,
  ...given
}: z.output<typeof WorkspaceChangesSchema>): Promise<Workspace> {
  const settings = settingsOf(given);
  const workspace = await write(id, settings);
  // The workspace first: a key created meanwhile looks there after it was written.
  if (settings.requestsPerMinute !== undefined) await setAllowanceOfAll(id, settings.requestsPerMinute);
  return workspace;
}

async function write(id: string, settings: Partial<Settings>): Promise<Workspace> {
  const fields = Object.entries(settings);
  if (fields.length === 0) return expectWorkspace(id);
  const workspace = await updateItem<Workspace>(keys.workspace(id), {
    UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  });
  if (!workspace) throw notFound('workspace');
  return workspace;
}
