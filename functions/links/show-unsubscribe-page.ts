import { expectLink } from '../../shared/domain/audience/unsubscribe/find';
import { topicOfLink } from '../../shared/domain/audience/unsubscribe/topic';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { askToUnsubscribe } from './views/unsubscribe';

export const handler = pageEndpoint(linkRoutes.showUnsubscribePage, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  return askToUnsubscribe({ token, workspace, address: link.address, topic: await topicOfLink(link) });
});
