import { listContactProperties } from '../../../shared/domain/audience/contacts/properties';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentProperty } from './present';
import { contactPropertyRoutes } from './routes';

export const handler = endpoint(contactPropertyRoutes.listContactProperties, async ({ workspaceId }) =>
  ok(unpagedList((await listContactProperties(workspaceId)).map(presentProperty))),
);
