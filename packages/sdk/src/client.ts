import { readDownload, type Download } from './attachments.ts';
import { readJson } from './errors.ts';
import { List, type Page } from './list.ts';
import { Operations } from './operations.ts';
import {
  request,
  type Fetch,
  type Optional,
  type RequestOptions,
  type RequestSettings,
  type Target,
  type OperationRequest,
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
    url = readEnv('URL'),
    key = readEnv('KEY'),
    fetch = globalThis.fetch,
    retries = 3,
    timeoutMs = 60_000,
  }: Settings = {}) {
    super();
    this.#target = {
      url: normalizeUrl(requireSetting('url', url)),
      key: expectValidKey(requireSetting('key', key)),
      fetch,
    };
    this.#settings = { retries, timeoutMs };
  }

  protected override json<T>(operation: OperationRequest, options?: RequestOptions): Promise<T> {
    // The service answers as its OpenAPI document says, which the types are generated from.
    return this.#request(operation, options, (response) => readJson(response) as Promise<T>);
  }

  protected override list<PageType extends Page<unknown>>(
    operation: OperationRequest,
    options?: RequestOptions,
  ): List<PageType['data'][number], PageType> {
    return new List((cursor) => {
      const query = cursor === undefined ? operation.query : { ...operation.query, cursor };
      return this.json<PageType>({ ...operation, query }, options);
    });
  }

  protected override file(operation: OperationRequest, options?: RequestOptions): Promise<Download> {
    return this.#request(operation, options, readDownload);
  }

  #request<T>(
    operation: OperationRequest,
    {
      retries = this.#settings.retries,
      timeoutMs = this.#settings.timeoutMs,
      ...options
    }: RequestOptions = {},
    readResponse: (response: Response, requestLabel: string) => T | Promise<T>,
  ): Promise<T> {
    return request(this.#target, operation, { ...options, retries, timeoutMs }, readResponse);
  }
}

/** Where there are no environment variables, settings are given. */
function readEnv(name: 'URL' | 'KEY'): string | undefined {
  // Only some of the SDK's runtimes have a `process`, so it is compiled without the types of Node.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[`CARRIER_NEST_${name}`];
}

function requireSetting(name: 'url' | 'key', value: string | undefined): string {
  if (value) return value;
  throw new TypeError(`Give the ${name} of the service, or set CARRIER_NEST_${name.toUpperCase()}`);
}

/** Errors name it. */
function normalizeUrl(rawUrl: string): string {
  const { protocol, username, password, host, pathname } = URL.canParse(rawUrl) ? new URL(rawUrl) : emptyUrl;
  if (!/^https?:$/.test(protocol)) throw new TypeError(`The url of the service is none: ${rawUrl}`);
  if (username || password) throw new TypeError('The url of the service has a password: give a key instead');
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

const emptyUrl = { protocol: '', username: '', password: '', host: '', pathname: '' };

/** fetch would show it in an error. */
function expectValidKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('The key of the service has a character that no key has, such as a line break');
}
