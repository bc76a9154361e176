import { randomUUID } from 'node:crypto';
import type { Service } from '../service';
import { Browser } from './browser';

export type Role = 'viewer' | 'member' | 'admin';

export const administer = (service: Service, action: string, input: object) =>
  service.control('POST', '/administer', { action, input });

export const randomAddress = (name = 'kim'): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** Invites a user to the workspace. */
export async function inviteUser(
  service: Service,
  workspaceId: string,
  { role = 'member', email = randomAddress() }: { role?: Role; email?: string } = {},
): Promise<{ id: string; email: string }> {
  return administer(service, 'inviteUser', { workspace_id: workspaceId, email, role });
}

/** Returns the browser of a user who has signed in. */
export async function createSignedInUser(service: Service, workspaceId: string, role: Role = 'member') {
  const user = await inviteUser(service, workspaceId, { role });
  const browser = new Browser(service);
  await browser.signIn(user.email);
  return { ...user, browser };
}
