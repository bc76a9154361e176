import { expectLink } from '../../shared/domain/audience/unsubscribe/verify-link';
import { findLinkPreferences } from '../../shared/domain/audience/unsubscribe/preferences';
import { findLinkTopic } from '../../shared/domain/audience/unsubscribe/topic';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { unsubscribedPage, unsubscribePromptPage } from './views/unsubscribe';

export const handler = pageEndpoint(linkRoutes.showUnsubscribePage, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  const [topic, { choices, getsMarketing }] = await Promise.all([
    findLinkTopic(link),
    findLinkPreferences(link),
  ]);
  const choice = choices.find(({ topic: { key } }) => key === link.topicKey);
  const page = getsMarketing && choice?.subscribed !== false ? unsubscribePromptPage : unsubscribedPage;
  return page({ token, workspace, address: link.address, topic });
});
