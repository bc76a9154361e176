import { keys } from '../../../../db/keys';
import { lookUpItems } from '../../../../db/table';
import { campaignContent } from '../content';
import type { Campaign } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import type { Topic } from '../../../../db/records/topics';
import { expectOwnWorkspace } from '../../../platform/workspaces/find';
import { stopOf, type Means } from './checks';
import { copyOf, type CampaignCopy } from './mail';
import type { Stop } from './pause';

export interface SliceMeans extends Means {
  domain: Domain;
  copy: Omit<CampaignCopy, 'subject'>;
}

/** Reads what a campaign is sent with, as it is now. */
export async function meansOf({ workspaceId: ws, domain, topicKey }: Campaign): Promise<Means> {
  const [workspace, found] = await Promise.all([
    expectOwnWorkspace(ws),
    lookUpItems([keys.domain(ws, domain), ...(topicKey === null ? [] : [keys.topic(ws, topicKey)])]),
  ]);
  const topic = topicKey === null ? undefined : found<Topic>(keys.topic(ws, topicKey));
  return { workspace, domain: found<Domain>(keys.domain(ws, domain)), topic };
}

/** What a slice is mailed with, or why the campaign cannot go on. */
export async function sliceMeansOf(campaign: Campaign): Promise<SliceMeans | Stop> {
  const means = await meansOf(campaign);
  const why = stopOf(campaign, means);
  if (why) return why;
  const { domain } = means;
  if (!domain) throw new Error('A campaign without a domain goes on');
  return { ...means, domain, copy: await knownCopy(campaign) };
}

/** What this function instance has read, by campaign: what it says does not change once it has begun. */
const copies = new Map<string, Promise<Omit<CampaignCopy, 'subject'>>>();
const copiesMax = 20;

function knownCopy(campaign: Campaign): Promise<Omit<CampaignCopy, 'subject'>> {
  const name = `${campaign.id} ${campaign.startedAt ?? ''}`;
  const known = copies.get(name);
  if (known) return known;
  if (copies.size >= copiesMax) copies.clear();
  const reading = campaignContent(campaign).then(copyOf);
  reading.catch(() => copies.delete(name));
  copies.set(name, reading);
  return reading;
}
