import { keys } from '../../../../db/keys';
import { loadItemLookup } from '../../../../db/table';
import { loadCampaignContent } from '../content';
import type { Campaign } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { expectOwnWorkspace } from '../../../platform/workspaces/find';
import { findStopReason, type SendContext } from './stop-reasons';
import { prepareCopy, type CampaignCopy } from './campaign-mail';
import type { StopReason } from './stop-campaign';

export interface SliceContext extends SendContext {
  domain: Domain;
  copy: CampaignCopy;
}

/** Loads the current records that sending the campaign depends on. */
export async function loadSendContext({ workspaceId: ws, domain, topicKey }: Campaign): Promise<SendContext> {
  const [workspace, found] = await Promise.all([
    expectOwnWorkspace(ws),
    loadItemLookup([keys.domain(ws, domain), ...(topicKey === null ? [] : [keys.topic(ws, topicKey)])]),
  ]);
  const topic = topicKey === null ? undefined : found(keys.topic(ws, topicKey));
  return { workspace, domain: found(keys.domain(ws, domain)), topic };
}

/** Loads the context for a slice, or returns the reason why the campaign must stop. */
export async function loadSliceContext(campaign: Campaign): Promise<SliceContext | StopReason> {
  const context = await loadSendContext(campaign);
  const stopReason = findStopReason(campaign, context);
  if (stopReason) return stopReason;
  const { domain } = context;
  if (!domain) throw new Error('A campaign cannot continue without its domain');
  return { ...context, domain, copy: await loadCopy(campaign) };
}

/** The content that this function instance has read, by campaign. Content does not change once the campaign starts. */
const copyCache = new Map<string, Promise<CampaignCopy>>();
const copyCacheMax = 20;

function loadCopy(campaign: Campaign): Promise<CampaignCopy> {
  const cacheKey = `${campaign.id} ${campaign.startedAt ?? ''}`;
  const cached = copyCache.get(cacheKey);
  if (cached) return cached;
  if (copyCache.size >= copyCacheMax) copyCache.clear();
  const loading = loadCampaignContent(campaign).then(prepareCopy);
  loading.catch(() => copyCache.delete(cacheKey));
  copyCache.set(cacheKey, loading);
  return loading;
}
