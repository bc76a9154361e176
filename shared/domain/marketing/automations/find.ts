import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { hintsMax, readPage, type Page } from '../../../db/page';
import { inPartition } from '../../../db/query';
import { getItem, getItems, queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Automation } from '../../../db/records/automations';

export const findAutomation = async (workspaceId: string, id: string): Promise<Automation | undefined> =>
  isUuid(id) ? getItem<Automation>(keys.automation(workspaceId, id)) : undefined;

/** The automation with this id, or 404. Who gives its name or slug instead is told the id (contract.md 1.5). */
export async function expectAutomation(workspaceId: string, id: string): Promise<Automation> {
  const automation = await findAutomation(workspaceId, id);
  if (automation) return automation;
  const wanted = id.trim().toLowerCase();
  const { records: newest } = await newestAutomations(workspaceId, { before: undefined, limit: hintsMax });
  const named = newest.find(({ name, slug }) => name.toLowerCase() === wanted || slug === wanted);
  throw notFound('automation', named && `The id of ${named.name} is ${named.id}`);
}

/** Those of the ids that there are, by id. */
export async function automationsWithIds(
  workspaceId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Automation>> {
  const wanted = [...new Set(ids)].map((id) => keys.automation(workspaceId, id));
  const found = await getItems<Automation>(wanted);
  return new Map(found.map((automation) => [automation.id, automation]));
}

/** A page of automations, newest first. */
export const newestAutomations = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Automation>> =>
  readPage<Automation>(
    inPartition(keys.automation(workspaceId, '').pk, { before, lastFirst: true }),
    limit,
    ({ id }) => id,
  );

export const everyAutomation = (workspaceId: string): Promise<Automation[]> =>
  queryAll<Automation>(inPartition(keys.automation(workspaceId, '').pk));
