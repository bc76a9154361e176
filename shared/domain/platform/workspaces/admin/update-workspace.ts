import { ifPresent } from '../../../../db/condition';
import { keys } from '../../../../db/keys/index';
import { updateItem } from '../../../../db/table';
import { notFound } from '../../../../core/errors';
import { setAllowanceOfAll } from '../../api-keys/allowance';
import { scheduleExpiry } from '../../retention/schedule';
import { expectWorkspace } from '../find';
import type { Settings, Workspace } from '../../../../db/records/workspaces';

/** Sets what is given and leaves the rest; a new allowance reaches every key of the workspace. */
export async function updateWorkspace(id: string, settings: Partial<Settings>): Promise<Workspace> {
  const workspace = await write(id, settings);
  // The workspace first: a key created meanwhile looks there after it was written.
  if (settings.requestsPerMinute !== undefined) await setAllowanceOfAll(id, settings.requestsPerMinute);
  if (settings.mailRetentionDays) await scheduleExpiry(id);
  return workspace;
}

async function write(id: string, settings: Partial<Settings>): Promise<Workspace> {
  if (Object.keys(settings).length === 0) return expectWorkspace(id);
  const workspace = await updateItem<Workspace>(keys.workspace(id), { set: settings }, ifPresent);
  if (!workspace) throw notFound('workspace');
  return workspace;
}
