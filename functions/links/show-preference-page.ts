import { expectLink } from '../../shared/domain/audience/unsubscribe/verify-link';
import { findLinkPreferences } from '../../shared/domain/audience/unsubscribe/preferences';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { preferencePage } from './views/preferences';

export const handler = pageEndpoint(linkRoutes.showPreferencePage, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  return preferencePage({ workspace, address: link.address, ...(await findLinkPreferences(link)) });
});
