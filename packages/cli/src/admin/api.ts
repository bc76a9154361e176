import { UsageError, type ParsedValues } from './options';
import { readRuntime } from './runtime-file';

/** Which API is asked, and as whom. */
export interface Api {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** What a shell keeps of its commands must not hold a key: it comes by the environment. */
const keyVariable = 'CARRIER_NEST_KEY';

export function readApi({ local, api }: ParsedValues): Api {
  if (typeof local === 'string') {
    const runtime = readRuntime(local);
    return { url: runtime.api, key: runtime.key };
  }
  if (typeof api !== 'string') throw new UsageError('Which service? Give --local, or --api URL');
  const key = process.env[keyVariable];
  if (!key) throw new UsageError(`Put an API key with the scope contacts:write into ${keyVariable}`);
  return { url: safeUrl(api), key };
}

/** The key goes there. */
function safeUrl(text: string): string {
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' };
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocalhost)) return text.replace(/\/+$/, '');
  throw new UsageError(`--api: must be an https address, not "${text}"`);
}
