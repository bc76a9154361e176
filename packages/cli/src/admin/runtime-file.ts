import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AdminError } from './admin-error';

const Runtime = z.object({
  console: z.string(),
  api: z.string(),
  key: z.string(),
  aws: z.object({ endpoint: z.string(), access_key_id: z.string() }),
  dns: z.string(),
});

/** Where a local runtime and its parts answer, and the key of its workspace. It says so once everything answers. */
export function readRuntime(dataDir: string): z.infer<typeof Runtime> {
  const file = join(dataDir, 'runtime.json');
  if (!existsSync(file)) throw new AdminError(`There is no ${file}: no runtime has its data in ${dataDir}`);
  return z.parse(Runtime, JSON.parse(readFileSync(file, 'utf8')));
}
