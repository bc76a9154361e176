import { Browser } from '../users/browser';

interface UserContext {
  /** The URL of the API. */
  api: string;
  workspaceId: string;
  administer: (action: string, input: object) => Promise<object>;
}

/**
 * Invites users, who sign in, send requests, sign out and are removed. One user remains until the workspace is
 * deleted.
 */
export async function driveUsers({ api, workspaceId, administer }: UserContext): Promise<void> {
  const invite = (email: string) => administer('inviteUser', { workspace_id: workspaceId, email });
  await invite('stays@example.com');
  await invite('leaves@example.com');
  // The second invitation looks up the existing user.
  await invite('leaves@example.com');

  const browser = new Browser({ metadata: { api } });
  await browser.signIn('leaves@example.com');
  await browser.session();
  await browser.requestFromDashboard(workspaceId, 'GET', '/v1/credential');
  await browser.signOut();
  await administer('removeUser', { workspace_id: workspaceId, email: 'leaves@example.com' });
}

/** Posts HTML without a Content-Length. */
export async function driveChunkedMail(api: string): Promise<void> {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'text/plain',
    'Transfer-Encoding': 'chunked',
  };
  await new Browser({ metadata: { api } }).request('/app/mail', {
    method: 'POST',
    headers,
    text: 'html=Hi\r\n',
  });
}
