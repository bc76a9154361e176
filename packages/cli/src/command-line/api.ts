import type { ParsedValues } from './command';
import { readRuntime } from './runtime-file';
import { UsageError } from './usage-error';

/** The URL of the API that a command calls, and the API key. */
export interface Api {
  /** Without a trailing slash. */
  url: string;
  key: string;
}

/** Reading the key from the environment keeps the key out of the shell history. */
const keyVariable = 'CARRIER_NEST_KEY';

export function readApi({ local, api }: ParsedValues): Api {
  if (typeof local === 'string') {
    const runtime = readRuntime(local);
    return { url: runtime.api, key: runtime.key };
  }
  if (typeof api !== 'string') throw new UsageError('Choose the service with --local or --api URL');
  const key = process.env[keyVariable];
  if (!key) throw new UsageError(`Set ${keyVariable} to an API key with the scope contacts:write`);
  return { url: safeUrl(api), key };
}

/** Refuses a plain HTTP URL, which would send the key unencrypted, unless the host is this machine. */
function safeUrl(text: string): string {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocalhost)) return text.replace(/\/+$/, '');
  throw new UsageError(`--api: must be an https URL, not "${text}"`);
}
