import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from './command-error';
import { commandLine } from '../distribution';

const Runtime = z.object({
  console: z.string(),
  api: z.string(),
  key: z.string(),
  aws: z.object({ endpoint: z.string(), access_key_id: z.string() }),
  dns: z.string(),
  token: z.optional(z.string()),
});

/**
 * Reads runtime.json: the addresses of a local runtime and the API key of its workspace. The runtime writes
 * runtime.json once all its parts respond.
 */
export function readRuntime(dataDir: string): z.infer<typeof Runtime> {
  const file = join(dataDir, 'runtime.json');
  if (!existsSync(file))
    throw new CommandError(
      `There is no ${file}. Start the runtime with ${commandLine('dev')}, or give its data folder with --local=DIR`,
    );
  return z.parse(Runtime, JSON.parse(readFileSync(file, 'utf8')));
}
