import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { listClickedLinks } from '../../../shared/domain/marketing/campaigns/clicked-links';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';

const linksMax = 100;

export const handler = endpoint(broadcastRoutes.listBroadcastLinks, async ({ workspaceId }, { params }) => {
  const links = await listClickedLinks(await expectCampaign(workspaceId, params.id), linksMax);
  const rows = links.map(({ url, clicks, uniqueClicks }) => ({
    url,
    clicks,
    unique_clicks: uniqueClicks,
  }));
  return ok(unpagedList(rows, links.length >= linksMax));
});
