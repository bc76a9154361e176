import { randomInt } from 'node:crypto';
import { acquireLease, isUnleased, releaseLease } from '../../../db/lease';
import { keys, type Key } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { requireEnv } from '../../../core/env';
import { logger } from '../../../core/logger';
import { dayMs, epochSeconds, now } from '../../../core/time';
import type { LeaseFields } from '../../../db/records/lease';

/** Longer than a function runs. A slot is free again after this time if its function died. */
const slotMs = 30_000;

const slotsPerCredential = 2;

const attemptsMax = 3;

interface HeldSlot {
  key: Key<LeaseFields>;
  owner: string;
}

/** Runs the work in a slot of the credential and of the deployment. Returns undefined if one of them has no free slot. */
export async function withWaitSlot<T>(
  { workspaceId, credential }: { workspaceId: string; credential: { id: string } },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const held: HeldSlot[] = [];
  try {
    const own = await acquireCredentialSlot(workspaceId, credential.id);
    if (!own) return undefined;
    held.push(own);
    const shared = await acquireSharedSlot();
    if (!shared) return undefined;
    held.push(shared);
    return await work();
  } finally {
    await Promise.all(held.map(release));
  }
}

/** Without the release, the slot is free again when its lease ends. */
async function release({ key, owner }: HeldSlot): Promise<void> {
  await releaseLease(key, owner).catch((error: unknown) => {
    logger.warn('could not release a wait slot', { error });
  });
}

async function acquireCredentialSlot(
  workspaceId: string,
  credentialId: string,
): Promise<HeldSlot | undefined> {
  for (let slot = 0; slot < slotsPerCredential; slot += 1) {
    const key = keys.credentialWaitSlot(workspaceId, credentialId, slot);
    const leased = await acquireLease(key, slotMs, { set: { expiresAt: epochSeconds(now() + dayMs) } });
    if (leased) return { key, owner: leased.leaseOwner };
  }
  return undefined;
}

/** Tries random free slots, because requests that start together would otherwise try the same slot. */
async function acquireSharedSlot(): Promise<HeldSlot | undefined> {
  const slots = await queryAll<LeaseFields>(partitionQuery(keys.waitSlot(0).pk));
  const busy = new Set(slots.filter((slot) => !isUnleased().matches(slot)).map(({ sk }) => sk));
  const free = Array.from({ length: Number(requireEnv('WAIT_SLOTS')) }, (_, slot) => slot).filter(
    (slot) => !busy.has(`${slot}`),
  );
  for (let attempt = 0; attempt < attemptsMax && free.length > 0; attempt += 1) {
    const [slot = 0] = free.splice(randomInt(free.length), 1);
    const key = keys.waitSlot(slot);
    const leased = await acquireLease(key, slotMs);
    if (leased) return { key, owner: leased.leaseOwner };
  }
  return undefined;
}
