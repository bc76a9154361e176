import { decideWinner } from '../../../shared/domain/marketing/campaigns/decide-winner';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { loadBroadcastResponse } from './load-broadcast-response';

export const handler = endpoint(broadcastRoutes.decideBroadcast, async (ctx, { params, body }) =>
  accepted(
    await loadBroadcastResponse(await decideWinner(ctx, params.id, () => body.read().variant ?? undefined)),
  ),
);
