import { allProperties } from '../../../shared/domain/audience/contacts/properties';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentProperty } from './present';
import { contactPropertyRoutes } from './routes';

export const handler = endpoint(contactPropertyRoutes.listContactProperties, async ({ workspaceId }) =>
  ok(wholeList((await allProperties(workspaceId)).map(presentProperty))),
);
