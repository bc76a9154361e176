import { downloadOf, type Download } from './attachments.ts';
import { jsonIn } from './errors.ts';
import { List, type Page } from './list.ts';
import { Operations } from './operations.ts';
import {
  request,
  type Fetch,
  type Optional,
  type RequestOptions,
  type RequestSettings,
  type Target,
  type Wanted,
} from './requests.ts';

export interface Settings extends Optional<RequestSettings> {
  /** Where the service is, without `/v1`: the output `ApiEndpoint` of its stack. Else CARRIER_NEST_URL. */
  url?: string | undefined;
  /** An API key or an OAuth access token. Else CARRIER_NEST_KEY. */
  key?: string | undefined;
  /** Makes the requests, where the runtime's own fetch does not do. */
  fetch?: Fetch | undefined;
}

/**
 * The service, as one credential may use it: a method for each operation, named as in the OpenAPI document. They take
 * what stands in the path, then the body, then the query, then options of the request. They throw an `ApiError` where
 * the service refuses, and a `ConnectionError` or `TimeoutError` where it does not answer.
 */
export class CarrierNest extends Operations {
  readonly #target: Target;
  readonly #settings: RequestSettings;

  constructor({
    url = fromEnv('URL'),
    key = fromEnv('KEY'),
    fetch = globalThis.fetch,
    retries = 3,
    timeoutMs = 60_000,
  }: Settings = {}) {
    super();
    this.#target = { url: checkedUrl(required('url', url)), key: checkedKey(required('key', key)), fetch };
    this.#settings = { retries, timeoutMs };
  }

  protected override json<T>(wanted: Wanted, options?: RequestOptions): Promise<T> {
    return this.#request(wanted, options, (answer) => jsonIn(answer) as Promise<T>);
  }

  protected override list<One extends Page<unknown>>(
    wanted: Wanted,
    options?: RequestOptions,
  ): List<One['data'][number], One> {
    return new List((cursor) => {
      const query = cursor === undefined ? wanted.query : { ...wanted.query, cursor };
      return this.json<One>({ ...wanted, query }, options);
    });
  }

  protected override file(wanted: Wanted, options?: RequestOptions): Promise<Download> {
    return this.#request(wanted, options, async (answer, asked) => downloadOf(answer, asked));
  }

  #request<T>(
    wanted: Wanted,
    {
      retries = this.#settings.retries,
      timeoutMs = this.#settings.timeoutMs,
      ...options
    }: RequestOptions = {},
    read: (answer: Response, asked: string) => Promise<T>,
  ): Promise<T> {
    return request(this.#target, wanted, { ...options, retries, timeoutMs }, read);
  }
}

/** Where there are no environment variables, settings are given. */
function fromEnv(name: 'URL' | 'KEY'): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[`CARRIER_NEST_${name}`];
}

function required(name: 'url' | 'key', value: string | undefined): string {
  if (value) return value;
  throw new TypeError(`Give the ${name} of the service, or set CARRIER_NEST_${name.toUpperCase()}`);
}

/** Errors name it. */
function checkedUrl(text: string): string {
  const { protocol, username, password, host, pathname } = URL.canParse(text) ? new URL(text) : noUrl;
  if (!/^https?:$/.test(protocol)) throw new TypeError(`The url of the service is none: ${text}`);
  if (username || password) throw new TypeError('The url of the service has a password: give a key instead');
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

const noUrl = { protocol: '', username: '', password: '', host: '', pathname: '' };

/** fetch would show it in an error. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The key of the service has a character that no key has, such as a line break');
}
