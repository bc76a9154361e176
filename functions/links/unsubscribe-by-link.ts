import { expectLink } from '../../shared/domain/audience/unsubscribe/verify-link';
import { findLinkTopic } from '../../shared/domain/audience/unsubscribe/topic';
import { unsubscribeByLink } from '../../shared/domain/consent/unsubscribe-by-link';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { unsubscribedPage } from './views/unsubscribe';

// The handler ignores the body, because the one-click request of an email client and the button of the page have the
// same effect.
export const handler = pageEndpoint(linkRoutes.unsubscribeByLink, async ({ params: { token = '' } }) => {
  const { link, workspace } = await expectLink(token);
  await unsubscribeByLink(link);
  return unsubscribedPage({ token, workspace, address: link.address, topic: await findLinkTopic(link) });
});
