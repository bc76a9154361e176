import { keys } from '../../db/keys';
import { lookUpItems } from '../../db/table';
import { campaignContent } from '../campaigns/content';
import type { Campaign } from '../campaigns/record';
import type { Domain } from '../domains/record';
import type { Topic } from '../topics/record';
import { expectWorkspace } from '../workspaces/find';
import type { Workspace } from '../workspaces/record';
import { domainProblem, pauseReasonOf } from './checks';
import { copyOf, type CampaignCopy } from './mail';
import type { Stop } from './pause';

/** What a slice is mailed with. */
export interface SliceMeans {
  workspace: Workspace;
  domain: Domain;
  topic: Topic | undefined;
  copy: Omit<CampaignCopy, 'subject'>;
}

/** Reads them as they are now, or says why the campaign cannot go on. */
export async function readMeans(campaign: Campaign): Promise<SliceMeans | Stop> {
  const { workspaceId: ws, topicKey } = campaign;
  const [workspace, found] = await Promise.all([
    expectWorkspace(ws),
    lookUpItems([keys.domain(ws, campaign.domain), ...(topicKey === null ? [] : [keys.topic(ws, topicKey)])]),
  ]);
  const pauseReason = pauseReasonOf(workspace);
  if (pauseReason) return { pauseReason };
  const domain = found<Domain>(keys.domain(ws, campaign.domain));
  const topic = topicKey === null ? undefined : found<Topic>(keys.topic(ws, topicKey));
  const failure = domainProblem(campaign, domain) ?? topicProblem(campaign, topic);
  if (failure !== undefined || !domain) return { failure: failure ?? '' };
  return { workspace, domain, topic, copy: await knownCopy(campaign) };
}

const topicProblem = ({ topicKey }: Campaign, topic: Topic | undefined): string | undefined =>
  topicKey === null || topic ? undefined : `The topic ${topicKey} was deleted`;

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
