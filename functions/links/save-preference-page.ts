import { expectLink } from '../../shared/domain/audience/unsubscribe/find';
import { preferencesOfLink } from '../../shared/domain/audience/unsubscribe/preferences';
import type { Link } from '../../shared/domain/audience/unsubscribe/token';
import { chose, unsubscribed } from '../../shared/domain/consent/happenings';
import { pageEndpoint } from '../../shared/http/page-endpoint';
import { linkRoutes } from './routes';
import { preferencePage } from './views/preferences';

export const handler = pageEndpoint(
  linkRoutes.savePreferencePage,
  async ({ params: { token = '' }, form }) => {
    const { link, workspace } = await expectLink(token);
    const done = await save(link, await form());
    return preferencePage({ workspace, address: link.address, ...(await preferencesOfLink(link)), done });
  },
);

/** Says what was done; a form that names no topic changes nothing. */
async function save({ workspaceId, address }: Link, form: URLSearchParams): Promise<string | undefined> {
  if (form.has('unsubscribe')) {
    await unsubscribed(workspaceId, [address]);
    return 'You are unsubscribed from all marketing mail.';
  }
  if (!form.has('shown')) return undefined;
  const ticked = new Set(form.getAll('topic'));
  const choices = form.getAll('shown').map((key) => [key, ticked.has(key)] as const);
  await chose(workspaceId, address, Object.fromEntries(choices), { mayBeGone: true });
  return 'Your choices are saved.';
}
