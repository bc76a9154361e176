import { readReceivedMessage } from '../../../shared/domain/conversations/inbound/received-message';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentReceivedMessage } from './present';
import { inboundRoutes } from './routes';

export const handler = endpoint(inboundRoutes.getReceivedMessage, async (ctx, { params }) =>
  ok(presentReceivedMessage(await readReceivedMessage(ctx, params.message_id))),
);
