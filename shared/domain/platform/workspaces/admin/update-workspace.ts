import { ifPresent } from '../../../../db/condition';
import { keys } from '../../../../db/keys/index';
import { updateItem } from '../../../../db/table';
import { notFound } from '../../../../core/errors';
import { setRateLimitOfAllKeys } from '../../api-keys/rate-limit';
import { scheduleExpiry } from '../../retention/schedule';
import { expectWorkspace } from '../find';
import type { WorkspaceSettings, Workspace } from '../../../../db/records/workspaces';

/** Changes the given settings. Copies a new rate limit to every key of the workspace. */
export async function updateWorkspace(id: string, settings: Partial<WorkspaceSettings>): Promise<Workspace> {
  const workspace = await writeSettings(id, settings);
  // Write the workspace first, because a request that creates a key concurrently reads the workspace after it writes
  // the key.
  if (settings.requestsPerMinute !== undefined) await setRateLimitOfAllKeys(id, settings.requestsPerMinute);
  if (settings.mailRetentionDays) await scheduleExpiry(id);
  return workspace;
}

async function writeSettings(id: string, settings: Partial<WorkspaceSettings>): Promise<Workspace> {
  if (Object.keys(settings).length === 0) return expectWorkspace(id);
  const workspace = await updateItem(keys.workspace(id), { set: settings }, ifPresent);
  if (!workspace) throw notFound('workspace');
  return workspace;
}
