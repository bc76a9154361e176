import { expectLink } from '../../shared/domain/audience/unsubscribe/verify-link';
import { findLinkTopic } from '../../shared/domain/audience/unsubscribe/topic';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { unsubscribePromptPage } from './views/unsubscribe';

export const handler = pageEndpoint(linkRoutes.showUnsubscribePage, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  return unsubscribePromptPage({ token, workspace, address: link.address, topic: await findLinkTopic(link) });
});
