import type { Audience, Broadcast, Domain, ReceivedMessage } from '../../../../sdk/src';
import { CheckFailure, CheckSkipped, type Check } from '../check';
import { ownAddress, sendEmail, simulatorAddress, subjectOf, type VerifyContext } from '../context';
import { expectThat, waitFor } from '../wait';
import { waitForMessage } from './inbound';

export const marketingChecks: readonly Check[] = [
  {
    id: 'contacts',
    expected: '3 contacts are imported, and the segment of a tag has 2 of them',
    needs: ['key'],
    run: async (ctx) => (await importContacts(ctx, 'contacts')).seen,
  },
  {
    id: 'campaign',
    expected: 'the campaign is sent and delivered to 3 recipients',
    needs: ['domain', 'contacts'],
    run: checkCampaign,
  },
  {
    id: 'unsubscribe',
    expected: 'opening the link changes nothing, and one click stops marketing email to the address',
    needs: ['inbound'],
    run: checkUnsubscribe,
  },
];

async function importContacts(
  ctx: VerifyContext,
  label: string,
): Promise<{ audience: Audience; seen: string }> {
  const { run, client } = ctx;
  const audience = await client.createAudience({ name: `${run.runId} ${label}` });
  const contacts = [1, 2, 3].map((number) => ({
    email: simulatorAddress(run, 'success', `${label}-${number}`),
    tags: number < 3 ? [run.runId] : [],
  }));
  const imported = await client.addMembers(audience.id, contacts);
  const segment = await client.createSegment({
    audience_id: audience.id,
    key: `${run.runId}-${label}`,
    name: `${run.runId} ${label}`,
    tags: [run.runId],
  });
  const { contact_count: count } = await client.countSegment(segment.id);
  const inserted = 'inserted' in imported ? imported.inserted : 0;
  const seen = `${inserted} imported, ${count} in the segment`;
  expectThat(inserted === 3 && count === 2, seen);
  return { audience, seen };
}

async function checkCampaign(ctx: VerifyContext): Promise<string> {
  const { run, client } = ctx;
  const marketing = requireMarketing(ctx);
  const { audience } = await importContacts(ctx, 'campaign');
  const { id } = await client.createBroadcast({
    audience_id: audience.id,
    identity_id: marketing.id,
    name: `${run.runId} campaign`,
    subject: subjectOf(run, 'campaign'),
    html: '<p>Sent by carrier-nest verify.</p>',
  });
  await client.sendBroadcast(id);
  const recipients = await waitFor(ctx, {
    kind: 'campaign',
    domain: marketing.domain,
    item: 'the campaign',
    read: async () => {
      const broadcast = await client.getBroadcast(id);
      refuseStopped(broadcast, marketing.domain);
      return broadcast.status === 'sent' ? (await client.listBroadcastRecipients(id)).data : undefined;
    },
    missing: async (seconds) => describeStuck(await client.getBroadcast(id), seconds),
  });
  expectThat(recipients.length === 3, `sent to ${recipients.length} recipients`);
  await waitFor(ctx, {
    kind: 'event',
    domain: marketing.domain,
    item: 'the events "delivery"',
    read: async () => {
      const { data } = await client.listBroadcastRecipients(id);
      return data.every(({ status }) => status === 'delivered') ? data : undefined;
    },
    missing: (seconds) =>
      new CheckFailure('no-events', `sent, but not all delivered within ${seconds} s`, {
        domain: marketing.domain,
        item: 'the events "delivery"',
      }),
  });
  return 'sent and delivered to 3';
}

function refuseStopped(broadcast: Broadcast, domain: string): void {
  const { status, pause_reason: pause, failure_reason: failure } = broadcast;
  if (status !== 'paused' && status !== 'failed') return;
  const detail = pause ?? failure ?? '';
  throw new CheckFailure('campaign-stopped', `the campaign is ${status}: ${detail}`, { domain, detail });
}

function describeStuck({ status, progress }: Broadcast, seconds: number): CheckFailure {
  const sent = progress ? `, ${progress.sent} of 3 sent` : '';
  return new CheckFailure('campaign-stuck', `still "${status}"${sent} after ${seconds} s`, {
    detail: progress && progress.sent > 0 ? 'started' : 'not started',
  });
}

function requireMarketing({ run }: VerifyContext): Domain {
  if (run.domains.marketing) return run.domains.marketing;
  throw new CheckSkipped('the workspace has no verified marketing domain');
}

async function checkUnsubscribe(ctx: VerifyContext): Promise<string> {
  const { run, client } = ctx;
  const marketing = requireMarketing(ctx);
  const to = ownAddress(run, 'reader');
  const sent = await sendEmail(ctx, 'unsubscribe', {
    from: `news@${marketing.domain}`,
    to,
    risk_class: 'marketing',
  });
  const link = linkOf(await waitForMessage(ctx, subjectOf(run, 'unsubscribe'), sent.id));
  await openLink(ctx, 'GET', link);
  const isOptedOut = async () =>
    (await client.listSuppressions({ email: to })).data.some(({ scope }) => scope === 'marketing');
  expectThat(!(await isOptedOut()), 'opening the link unsubscribed the address', 'not-unsubscribed');
  await openLink(ctx, 'POST', link);
  expectThat(await isOptedOut(), 'one click did not unsubscribe the address', 'not-unsubscribed');
  return 'page shown, one click unsubscribed';
}

function linkOf({ headers }: ReceivedMessage): string {
  const header = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value ?? '';
  const [, link] = /<(https?:[^>]+)>/.exec(header) ?? [];
  if (link === undefined) throw new CheckFailure('wrong-response', `List-Unsubscribe is "${header}"`);
  return link;
}

async function openLink(ctx: VerifyContext, method: 'GET' | 'POST', link: string): Promise<void> {
  const { origin } = new URL(link);
  const form = method === 'POST' ? { form: 'List-Unsubscribe=One-Click' } : {};
  const response = await ctx.request(method, link, { key: null, ...form }).catch((error: unknown) => {
    throw new CheckFailure('wrong-link', `no response from ${origin}: ${causeOf(error)}`, { detail: origin });
  });
  const text = await response.text();
  if (response.ok && (method === 'POST' || /<form/i.test(text))) return;
  throw new CheckFailure('wrong-link', `${method} ${origin}: ${response.status}, not the page`, {
    detail: origin,
  });
}

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
