import { Browser } from '../users/browser';

interface UserContext {
  /** Where the API is. */
  api: string;
  workspaceId: string;
  administer: (action: string, input: object) => Promise<object>;
}

/** People are invited, sign in, ask, sign out and are removed; one stays until the workspace goes. */
export async function driveUsers({ api, workspaceId, administer }: UserContext): Promise<void> {
  const invite = (email: string) => administer('inviteUser', { workspace_id: workspaceId, email });
  await invite('stays@example.com');
  await invite('leaves@example.com');
  // Who is there is looked for.
  await invite('leaves@example.com');

  const browser = new Browser({ metadata: { api } });
  await browser.signIn('leaves@example.com');
  await browser.session();
  await browser.requestFromDashboard(workspaceId, 'GET', '/v1/credential');
  await browser.signOut();
  await administer('removeUser', { workspace_id: workspaceId, email: 'leaves@example.com' });
}

/** A page that cannot say how long the HTML is. */
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
