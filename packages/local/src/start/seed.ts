import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addDomain } from '../control/add-domain';
import { StartError } from '../machine/start-error';
import type { Options } from './options';
import type { Addresses, Runtime } from './runtime';

const domains = { transactional: 'mail.local.test', marketing: 'news.local.test' };

const SeedRecord = z.object({ workspace: z.object({ id: z.string(), name: z.string() }), key: z.string() });

export type RuntimeDescription = Addresses & z.infer<typeof SeedRecord> & { domains: typeof domains };

/**
 * Creates the first workspace in an empty data folder. Later starts reuse this workspace. A database in memory gets a
 * workspace of its own, which ends with the database.
 */
export async function seed(runtime: Runtime, { dataDir, memory }: Options) {
  if (memory) return { ...(await createSeedWorkspace(runtime)), domains };
  const file = join(dataDir, 'seed.json');
  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(await createSeedWorkspace(runtime)), { mode: 0o600 });
  }
  return { ...SeedRecord.parse(JSON.parse(readFileSync(file, 'utf8'))), domains };
}

async function createSeedWorkspace({ admin, zone, mail }: Runtime): Promise<z.infer<typeof SeedRecord>> {
  // Validate the receipt rules, because SES validates new rules in a deployment.
  await mail.receiving.validateRules().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`SES would reject the receipt rule, and the deployment would fail: ${reason}`);
  });
  const created = await admin.administer('createWorkspace', {
    name: 'Local',
    postal_address: 'Carrier Nest, 1 Loopback Lane, Localhost',
  });
  const { id, name, key } = z.object({ id: z.string(), name: z.string(), key: z.string() }).parse(created);
  const domainOptions = { verified: true, tracking: true, warmup: false };
  for (const risk_class of ['transactional', 'marketing'] as const) {
    await addDomain(admin, zone, id, { ...domainOptions, domain: domains[risk_class], risk_class });
  }
  return { workspace: { id, name }, key };
}
