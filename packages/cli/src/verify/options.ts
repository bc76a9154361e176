import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Option, ParsedValues } from '../command-line/command';
import { readRuntime } from '../command-line/runtime-file';
import { UsageError } from '../command-line/usage-error';
import { commandLine, distribution } from '../distribution';

export interface VerifyOptions {
  /** Without `/v1` and without a trailing slash. */
  url: string;
  key: string;
  /** The sending domain; by default, the oldest verified one. */
  domain: string | undefined;
  /** The time limit for each event, webhook and message. */
  timeoutMs: number;
  webhook: { url: string; port: number } | undefined;
  skipped: readonly string[];
  isJson: boolean;
  /** The control API of the local runtime, which maps a host name to the webhook receiver. */
  local: { control: string; token: string | undefined } | undefined;
}

export const verifyOptions: Record<string, Option> = {
  url: {
    hint: 'URL',
    summary: 'the service, such as the output ApiEndpoint (default: CARRIER_NEST_URL, or the local runtime)',
  },
  key: { hint: 'KEY', summary: 'an API key with every scope and no guardrail (default: CARRIER_NEST_KEY)' },
  local: {
    hint: 'DIR',
    summary: `use the local runtime with its data in DIR (default: ${distribution.dataDir})`,
    isValueOptional: true,
  },
  domain: { hint: 'DOMAIN', summary: 'the transactional domain to use (default: the oldest verified one)' },
  'webhook-url': {
    hint: 'URL',
    summary: 'a public URL that reaches --webhook-port of this machine, such as a tunnel',
  },
  'webhook-port': { hint: 'PORT', summary: 'the port that receives the webhooks (default: 8790)' },
  timeout: {
    hint: 'SECONDS',
    summary: 'the time limit for each event, webhook and message (default: 30)',
  },
  skip: { hint: 'CHECK,…', summary: 'the checks to leave out, such as inbound' },
  json: { summary: 'print the report as JSON' },
};

/** Throws `UsageError` if an option is invalid. */
export const readOptions = (values: ParsedValues, checkIds: readonly string[]): VerifyOptions => ({
  ...readService(values),
  domain: asString(values['domain'])?.toLowerCase(),
  timeoutMs: 1_000 * readNumber(values, 'timeout', 30, 600),
  webhook: readWebhook(values),
  skipped: readSkipped(values, checkIds),
  isJson: values['json'] === true,
});

function readService(values: ParsedValues): Pick<VerifyOptions, 'url' | 'key' | 'local'> {
  const { CARRIER_NEST_URL, CARRIER_NEST_KEY } = process.env;
  const [url, dataDir] = [asString(values['url']), asString(values['local'])];
  if (url !== undefined && dataDir !== undefined) throw new UsageError('Give --url or --local, not both');
  const serviceUrl = url ?? (dataDir === undefined ? CARRIER_NEST_URL : undefined);
  if (serviceUrl === undefined) return readLocal(dataDir ?? distribution.dataDir, asString(values['key']));
  const key = asString(values['key']) ?? CARRIER_NEST_KEY;
  if (!key) throw new UsageError('Give --key, or set CARRIER_NEST_KEY');
  return { url: normalizeUrl(serviceUrl), key, local: undefined };
}

function readLocal(dataDir: string, key: string | undefined): Pick<VerifyOptions, 'url' | 'key' | 'local'> {
  if (!existsSync(join(dataDir, 'runtime.json')))
    throw new UsageError(
      `No service found: there is no ${dataDir}/runtime.json. Start the local runtime with ${commandLine('dev')}, or give --url and --key`,
    );
  const runtime = readRuntime(dataDir);
  return {
    url: runtime.api,
    key: key ?? runtime.key,
    local: { control: `${runtime.console}/control`, token: runtime.token },
  };
}

/** Accepts the address with or without `/v1`. Refuses a URL that would send the key unencrypted. */
function normalizeUrl(text: string): string {
  const { protocol, hostname, search, hash } = URL.canParse(text) ? new URL(text) : emptyUrl;
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if ((protocol !== 'https:' && !(protocol === 'http:' && isThisMachine)) || search || hash)
    throw new UsageError(`--url: must be an https URL, not "${text}"`);
  return text.replace(/\/+$/, '').replace(/\/v1$/, '');
}

const emptyUrl = { protocol: '', hostname: '', search: '', hash: '' };

function readWebhook(values: ParsedValues): VerifyOptions['webhook'] {
  const url = asString(values['webhook-url']);
  const port = readNumber(values, 'webhook-port', 8790, 65_535);
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`--webhook-url: must be an http or https URL, not "${url}"`);
  return { url: url.replace(/\/+$/, ''), port };
}

function readSkipped(values: ParsedValues, checkIds: readonly string[]): string[] {
  const skipped = asString(values['skip'])?.split(',') ?? [];
  for (const id of skipped)
    if (!checkIds.includes(id))
      throw new UsageError(`--skip: no check is named "${id}". The checks are ${checkIds.join(', ')}`);
  return skipped;
}

function readNumber(values: ParsedValues, name: string, byDefault: number, max: number): number {
  const text = asString(values[name]);
  if (text === undefined) return byDefault;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${name}: must be a whole number from 1 to ${max}, not "${text}"`);
}

const asString = (value: ParsedValues[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
