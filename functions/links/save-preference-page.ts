import { expectLink } from '../../shared/domain/audience/unsubscribe/verify-link';
import { findLinkPreferences } from '../../shared/domain/audience/unsubscribe/preferences';
import type { UnsubscribeLink } from '../../shared/domain/audience/unsubscribe/token';
import { handleTopicChoices, handleUnsubscribe } from '../../shared/domain/consent/consent-events';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { preferencePage } from './views/preferences';

export const handler = pageEndpoint(
  linkRoutes.savePreferencePage,
  async ({ params: { token = '' }, form }) => {
    const { link, workspace } = await expectLink(token);
    const confirmation = await savePreferences(link, await form());
    return preferencePage({
      workspace,
      address: link.address,
      ...(await findLinkPreferences(link)),
      confirmation,
    });
  },
);

/** Saves the choices and returns a confirmation. If the form has no topics, changes nothing and returns undefined. */
async function savePreferences(
  { workspaceId, address }: UnsubscribeLink,
  form: URLSearchParams,
): Promise<string | undefined> {
  if (form.has('unsubscribe')) {
    await handleUnsubscribe(workspaceId, [address]);
    return 'You are unsubscribed from all marketing email.';
  }
  if (!form.has('shown')) return undefined;
  const checkedTopics = new Set(form.getAll('topic'));
  const choices = form.getAll('shown').map((key) => [key, checkedTopics.has(key)] as const);
  await handleTopicChoices(workspaceId, address, Object.fromEntries(choices), { mayBeGone: true });
  return 'Your choices are saved.';
}
