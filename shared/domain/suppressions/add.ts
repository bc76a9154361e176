import { chunksOf } from '../../chunks';
import { keys } from '../../db/keys';
import { getItems } from '../../db/table';
import { runPaced } from '../../run-paced';
import { distinctAddresses } from '../../text/address';
import { validate } from '../../validate';
import { withdrawFromScheduled } from '../later/withdraw';
import { batchPace, batchPartSize } from './batch-pace';
import type { Suppression } from './record';
import { SuppressBatchSchema, SuppressSchema } from './requests';
import { suppress, suppressTogether, wouldStay, type Wanted } from './suppress';

/** Suppresses one address and returns the row that now refuses its mail (contract.md 4.13). */
export async function addSuppression(workspaceId: string, body: unknown): Promise<Suppression> {
  const { email, ...wanted } = validate(SuppressSchema, body);
  const suppression = await suppress(workspaceId, email, wanted);
  await withdrawUnsubscribed(workspaceId, [suppression.email], wanted);
  return suppression;
}

/** Suppresses each address once. What was done when it failed half-way stays; a repetition finishes it. */
export async function addSuppressions(
  workspaceId: string,
  body: unknown,
): Promise<{ suppressed: number; duplicates: number }> {
  const { emails, ...wanted } = validate(SuppressBatchSchema, body);
  const addresses = distinctAddresses(emails);
  await runPaced(chunksOf(addresses, batchPartSize), batchPace, async (part) => {
    await suppressPart(workspaceId, part, wanted);
    await withdrawUnsubscribed(workspaceId, part, wanted);
  });
  return { suppressed: addresses.length, duplicates: emails.length - addresses.length };
}

async function suppressPart(workspaceId: string, part: readonly string[], wanted: Wanted): Promise<void> {
  const rows = await getItems<Suppression>(
    part.map((address) => keys.suppression(workspaceId, address, wanted.scope)),
  );
  const staying = new Set(rows.filter((row) => wouldStay(row, wanted)).map(({ email }) => email));
  const open = part.filter((address) => !staying.has(address));
  if (open.length === 0 || (await suppressTogether(workspaceId, open, wanted))) return;
  // One of them bounced or complained since it was read: each has to be asked by itself.
  await Promise.all(open.map((address) => suppress(workspaceId, address, wanted)));
}

/** The parts of a batch that run at once share 50 connections. */
const withdrawing = { atOnceMax: 6, perSecondMax: Infinity };

/** An unsubscribe, whatever its scope, reaches scheduled mail of either class. */
async function withdrawUnsubscribed(
  workspaceId: string,
  addresses: readonly string[],
  { reason }: Wanted,
): Promise<void> {
  if (reason !== 'unsubscribe') return;
  await runPaced(addresses, withdrawing, (address) => withdrawFromScheduled(workspaceId, address));
}
