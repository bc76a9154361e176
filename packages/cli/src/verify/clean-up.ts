import { CarrierNest } from '../../../sdk/src';
import type { VerifyRun } from './context';

/** A kind of record that a run creates. */
interface Leftover {
  kind: string;
  /** Finds the records of the run by its ID in their names, and returns their IDs. */
  find: (client: CarrierNest, run: VerifyRun) => Promise<string[]>;
  remove: (client: CarrierNest, id: string, run: VerifyRun) => Promise<unknown>;
}

const namedAfter =
  ({ runId }: VerifyRun) =>
  ({ name }: { name: string }): boolean =>
    name.startsWith(runId);
const idOf = ({ id }: { id: string }): string => id;
const newest = { limit: 100 };

/** Campaigns precede their audience. Approvals and scheduled emails precede the key. */
const leftovers: readonly Leftover[] = [
  {
    kind: 'webhook endpoint',
    find: async (client, { runId }) =>
      (await client.listWebhookEndpoints(newest)).data
        .filter(({ url }) => url.endsWith(`/${runId}`))
        .map(idOf),
    remove: (client, id) => client.deleteWebhookEndpoint(id),
  },
  {
    kind: 'campaign',
    find: async (client, run) => (await client.listBroadcasts(newest)).data.filter(namedAfter(run)).map(idOf),
    remove: (client, id) => client.deleteBroadcast(id),
  },
  {
    kind: 'segment',
    find: async (client, run) => (await client.listSegments()).data.filter(namedAfter(run)).map(idOf),
    remove: (client, id) => client.deleteSegment(id),
  },
  {
    kind: 'contact',
    find: async (client, run) => {
      const { data } = await client.listContacts({ ...newest, tag: [run.runId] });
      return [...data.map(idOf), ...(await findUntagged(client, run))];
    },
    remove: (client, id) => client.deleteContact(id),
  },
  {
    kind: 'audience',
    find: async (client, run) => (await client.listAudiences(newest)).data.filter(namedAfter(run)).map(idOf),
    remove: (client, id) => client.deleteAudience(id),
  },
  {
    kind: 'suppression',
    find: async (client, { runId }) =>
      (await client.listSuppressions(newest)).data
        .filter(({ email }) => email.includes(runId))
        .map(({ email, scope }) => `${scope} ${email}`),
    remove: (client, id) => {
      const [scope = '', email = ''] = id.split(' ');
      return client.deleteSuppression(email, { scope: scope as 'all' });
    },
  },
  {
    kind: 'scheduled email',
    find: async (client, { runId }) =>
      (await client.listEmails({ ...newest, status: 'scheduled' })).data
        .filter(({ subject }) => subject.startsWith(runId))
        .map(idOf),
    remove: (client, id) => client.cancelEmail(id),
  },
  {
    kind: 'draft',
    find: async (client, { runId }) =>
      (await client.listApprovals(newest)).data.filter(({ subject }) => subject.startsWith(runId)).map(idOf),
    remove: (client, id) => client.decideApproval(id, { decision: 'reject' }),
  },
  {
    kind: 'thread that awaits a reply',
    find: async (client, { runId }) =>
      (await client.listThreads({ ...newest, awaiting_reply: true })).data
        .filter(({ subject }) => subject.includes(runId))
        .map(idOf),
    remove: (client, id) => client.markThreadHandled(id),
  },
  {
    kind: 'API key',
    find: async (_client, run) => {
      const { data } = (await callKeys(run, 'GET', '?limit=100')) as {
        data: { id: string; name: string; revoked_at: string | null }[];
      };
      return data.filter((key) => key.revoked_at === null && namedAfter(run)(key)).map(idOf);
    },
    remove: (_client, id, run) => callKeys(run, 'DELETE', `/${id}`),
  },
];

/** The third contact of an import has no tag, so it is found through the audience. */
async function findUntagged(client: CarrierNest, run: VerifyRun): Promise<string[]> {
  const { data } = await client.listAudiences(newest);
  const members = await Promise.all(
    data.filter(namedAfter(run)).map(({ id }) => client.listMembers(id).toArray(10)),
  );
  return members.flat().flatMap(({ id, tags }) => (tags.includes(run.runId) ? [] : [id]));
}

/** The SDK has no API keys. */
async function callKeys(
  { options: { url, key } }: VerifyRun,
  method: string,
  path: string,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const redirect = 'manual' as const;
  const response = await fetch(`${url}/v1/api-keys${path}`, { method, headers, redirect, signal });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

const requestTimeoutMs = 15_000;

/**
 * Deletes everything that the run created. Searching by the run's ID also finds records whose response was lost.
 * Returns a sentence for each kind that could not be deleted.
 */
export async function cleanUp(run: VerifyRun): Promise<string[]> {
  await Promise.allSettled(run.inFlight);
  const { url, key } = run.options;
  const client = new CarrierNest({ url, key, retries: 2, timeoutMs: requestTimeoutMs });
  const problems: string[] = [];
  for (const leftover of leftovers)
    await removeAll(leftover, client, run).catch((error: unknown) => {
      problems.push(`${leftover.kind}: ${error instanceof Error ? error.message : String(error)}`);
    });
  await run.webhookTarget?.close().catch(() => undefined);
  return problems;
}

async function removeAll({ find, remove }: Leftover, client: CarrierNest, run: VerifyRun): Promise<void> {
  for (const id of await find(client, run)) await remove(client, id, run);
}
