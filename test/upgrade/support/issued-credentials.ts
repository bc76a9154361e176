import type { Service } from '../../support/service';
import { Browser } from '../../support/users/browser';
import { callOk, leaver, onceFields, receiveReply, type SampleData } from './sample-data';

type Fields = Record<string, unknown>;

/** The results of using keys, links and Message-IDs. The release that issued them makes no difference. */
export const expectedExperience = {
  key: 200,
  session: 200,
  guardedKey: 'pending_approval',
  retry: 'returns the first email',
  suppressedRecipient: 'suppressed:manual',
  unsubscribeLink: [200, 200],
  tipsAfterUnsubscribe: false,
  reply: 'joins the thread',
};

/** Uses the keys, links and Message-IDs of the sample data. */
export async function useIssuedCredentials(
  service: Service,
  sample: SampleData,
): Promise<typeof expectedExperience> {
  const { workspace, agent, conversation } = sample;
  const retry = await workspace.sendOnce(onceFields);
  const retryMails = await workspace.mailsOf(sample.sentOnce.id);
  return {
    key: (await workspace.api('GET', '/v1/credential')).status,
    session: await readSession(service, sample),
    guardedKey: (await workspace.send({}, agent.key)).body.status,
    retry:
      retry.body.id === sample.sentOnce.id && retryMails.length === 1
        ? 'returns the first email'
        : JSON.stringify(retry.body),
    suppressedRecipient: (await workspace.send({ to: 'suppressed@example.com' })).body.reason,
    unsubscribeLink: await unsubscribe(service, sample.unsubscribePath),
    tipsAfterUnsubscribe: await isSubscribed(sample, 'tips'),
    reply: await replyTo(service, workspace, conversation),
  };
}

async function readSession(service: Service, { user: { browser } }: SampleData): Promise<number> {
  const sameBrowser = new Browser(service);
  for (const [name, value] of browser.cookies) sameBrowser.cookies.set(name, value);
  return (await sameBrowser.session()).status;
}

/** Opens the page and then unsubscribes with one click. */
async function unsubscribe(service: Service, path: string): Promise<number[]> {
  const page = await service.api('GET', path, { key: null });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const oneClick = await service.api('POST', path, { key: null, raw: 'List-Unsubscribe=One-Click', headers });
  return [page.status, oneClick.status];
}

async function isSubscribed({ workspace }: SampleData, topic: string): Promise<boolean> {
  const { topics } = await callOk(workspace, 'GET', `/v1/topics/preferences?email=${leaver}`);
  return topics.find(({ key }: Fields) => key === topic).subscribed;
}

async function replyTo(
  service: Service,
  workspace: SampleData['workspace'],
  conversation: SampleData['conversation'],
): Promise<string> {
  const countMessages = async (): Promise<number> =>
    (await workspace.getThread(conversation.threadId)).messages.length;
  const before = await countMessages();
  await receiveReply(service, workspace, conversation);
  return (await countMessages()) === before + 1 ? 'joins the thread' : 'does not join the thread';
}
