import { ok } from '../../../shared/http/responses';
import { publicEndpoint } from '../../../shared/http/public-endpoint';
import { openapiRoutes } from './routes';

export const handler = publicEndpoint(openapiRoutes.getOpenapi, async () => {
  const { document } = await import('./document.lazy');
  return ok(document);
});
