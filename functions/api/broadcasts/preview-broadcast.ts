import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { findCampaignWarnings } from '../../../shared/domain/marketing/campaigns/warnings';
import { loadPreview } from '../../../shared/domain/marketing/campaigns/preview';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';

export const handler = endpoint(broadcastRoutes.previewBroadcast, async (ctx, { params, query }) => {
  const campaign = await expectCampaign(ctx.workspaceId, params.id);
  const [{ recipients, addresses, reason, sample }, warnings] = await Promise.all([
    loadPreview(ctx, campaign, query.sample),
    findCampaignWarnings(campaign),
  ]);
  return ok({
    id: campaign.id,
    recipient_count: recipients,
    sample: addresses,
    can_send: reason === undefined,
    reason: reason ?? null,
    ab_test: sample && {
      sample_size: sample.size,
      per_variant: sample.perVariant,
      minimum_per_variant: sample.perVariantMin,
    },
    ...(warnings.length > 0 && { warnings }),
  });
});
