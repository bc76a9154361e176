import { suppressionsOf } from '../suppressions/find';
import { preferencesOf, type Choice } from '../topics/preferences';
import type { Link } from './token';

/** What the address of a link gets. A suppression goes before every choice. */
export async function preferencesOfLink({
  workspaceId,
  address,
}: Link): Promise<{ choices: Choice[]; getsMarketing: boolean }> {
  const [choices, suppressions] = await Promise.all([
    preferencesOf(workspaceId, address),
    suppressionsOf(workspaceId, address),
  ]);
  return { choices, getsMarketing: suppressions.every(({ scope }) => scope === 'transactional') };
}
