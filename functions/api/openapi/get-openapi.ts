import document from '../../../openapi.json';
import { ok } from '../../../shared/http/responses';
import { publicEndpoint } from '../../../shared/http/public-endpoint';
import { openapiRoutes } from './routes';

export const handler = publicEndpoint(openapiRoutes.getOpenapi, () => Promise.resolve(ok(document)));
