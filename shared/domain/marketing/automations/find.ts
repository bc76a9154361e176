import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { nameLookupMax, readPage, type Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { getItem, getItems, queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { findIdHint } from '../../../core/id-hint';
import { isSlug } from '../../../text/slug';
import type { Automation } from '../../../db/records/automations';

export const findAutomation = async (workspaceId: string, id: string): Promise<Automation | undefined> =>
  isUuid(id) ? getItem(keys.automation(workspaceId, id)) : undefined;

/**
 * Returns the automation with this id or throws 404. If `id` is an automation's name or slug, the error states the
 * automation's id.
 */
export async function expectAutomation(workspaceId: string, id: string): Promise<Automation> {
  const automation = await findAutomation(workspaceId, id);
  if (automation) return automation;
  const withSlug = await findAutomationBySlug(workspaceId, id.trim());
  const { records } = withSlug
    ? { records: [withSlug] }
    : await listAutomations(workspaceId, { before: undefined, limit: nameLookupMax });
  throw notFound('automation', findIdHint(id, records));
}

async function findAutomationBySlug(workspaceId: string, slug: string): Promise<Automation | undefined> {
  const pointer = isSlug(slug) ? await getItem(keys.automationBySlug(workspaceId, slug)) : undefined;
  return pointer && findAutomation(workspaceId, pointer.id);
}

/** Returns the automations that exist, by id. */
export async function findAutomationsById(
  workspaceId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Automation>> {
  const itemKeys = [...new Set(ids)].map((id) => keys.automation(workspaceId, id));
  const found = await getItems(itemKeys);
  return new Map(found.map((automation) => [automation.id, automation]));
}

/** A page of automations, newest first. */
export const listAutomations = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Automation>> =>
  readPage<Automation>(
    partitionQuery(keys.automation(workspaceId, '').pk, { before, descending: true }),
    limit,
    ({ id }) => id,
  );

export const listAllAutomations = (workspaceId: string): Promise<Automation[]> =>
  queryAll<Automation>(partitionQuery(keys.automation(workspaceId, '').pk));
