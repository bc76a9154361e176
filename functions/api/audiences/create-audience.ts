import { createAudience } from '../../../shared/domain/audience/audiences/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAudience } from './present';
import { readAudienceName } from './read-audience-name';
import { audienceRoutes } from './routes';

export const handler = endpoint(audienceRoutes.createAudience, async (ctx, { body }) =>
  created(presentAudience(await createAudience(ctx, readAudienceName(body)))),
);
