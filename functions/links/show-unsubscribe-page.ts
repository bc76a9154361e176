import { expectLink } from '../../shared/domain/links/find';
import { topicOfLink } from '../../shared/domain/links/topic';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { askToUnsubscribe } from './views/unsubscribe';

export const handler = pageEndpoint(linkRoutes.showUnsubscribePage, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  return askToUnsubscribe({ token, workspace, address: link.address, topic: await topicOfLink(link) });
});
