import { readDownload, type Download } from './attachments.ts';
import { IgnoredCursorError, InvalidArgumentError, readJson, UnknownRecipientError } from './errors.ts';
import { List, type Page } from './list.ts';
import { Operations } from './operations.ts';
import { buildReply, findUnknownRecipients, type Reply, type ReplyRequest } from './reply.ts';
import { Feeds, Inbound, Threads } from './waiting.ts';
import {
  request,
  requestNameOf,
  type Fetch,
  type Optional,
  type RequestOptions,
  type RequestSettings,
  type Target,
  type OperationRequest,
} from './requests.ts';

export interface Settings extends Optional<RequestSettings> {
  /** The URL of the service without `/v1`, as in the stack output `ApiEndpoint`. Default: CARRIER_NEST_URL. */
  url?: string | undefined;
  /** An API key or an OAuth access token. Default: CARRIER_NEST_KEY. */
  key?: string | undefined;
  /** Replaces the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
}

/**
 * A client of the service for one credential, with a method for each operation, named as in the OpenAPI document.
 * The parameters are the path values, the body, the query and the request options, in this order. A method throws an
 * `ApiError` if the service refuses the request, and a `ConnectionError` or `TimeoutError` if the service does not respond.
 * It throws an `IgnoredCursorError` if the service cannot read the cursor.
 */
export class CarrierNest extends Operations {
  readonly inbound = new Inbound(this);
  readonly threads = new Threads(this.inbound);
  readonly feeds = new Feeds(this);
  readonly #target: Target;
  readonly #settings: RequestSettings;

  constructor({
    url = readEnv('URL'),
    key = readEnv('KEY'),
    fetch = globalThis.fetch,
    retries = 3,
    timeoutMs = 60_000,
    onIgnoredFields = warnOfIgnoredFields,
  }: Settings = {}) {
    super();
    this.#target = {
      url: normalizeUrl(requireSetting('url', url)),
      key: expectValidKey(requireSetting('key', key)),
      fetch,
    };
    this.#settings = { retries, timeoutMs, onIgnoredFields };
  }

  /**
   * Replies to a received message in its conversation: to Reply-To if given, otherwise to From. Reads the message and
   * its conversation first, which requires `threads:read`. Without `allow_unknown`, throws an `UnknownRecipientError`
   * instead of sending if nothing proves that a recipient belongs to the conversation.
   */
  reply(messageId: string, request: ReplyRequest, options?: RequestOptions): Promise<Reply> {
    return this.#reply(messageId, request, false, options);
  }

  /** Like `reply`, and also to the other addresses in To and Cc, except the addresses of the workspace. */
  replyAll(messageId: string, request: ReplyRequest, options?: RequestOptions): Promise<Reply> {
    return this.#reply(messageId, request, true, options);
  }

  async #reply(
    messageId: string,
    { allow_unknown: allowUnknown = false, ...request }: ReplyRequest,
    isToAll: boolean,
    options?: RequestOptions,
  ): Promise<Reply> {
    const message = await this.getReceivedMessage(messageId, options);
    const thread = await this.getThread(message.thread_id, options);
    const email = buildReply(message, thread, request, isToAll);
    const unknown = findUnknownRecipients(message, thread, email);
    if (unknown.length > 0 && !allowUnknown) throw new UnknownRecipientError(unknown);
    return { ...(await this.sendEmail(email, options)), known_participant: unknown.length === 0 };
  }

  protected override json<T>(operation: OperationRequest, options?: RequestOptions): Promise<T> {
    // The types are generated from the OpenAPI document, which the service follows.
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

  async #request<T>(
    operation: OperationRequest,
    options: RequestOptions = {},
    readResponse: (response: Response, requestLabel: string) => T | Promise<T>,
  ): Promise<T> {
    const settings = { ...options, ...this.#settingsOf(options) };
    const { result, ignoredFields } = await request(this.#target, operation, settings, readResponse);
    if (ignoredFields.length === 0) return result;
    const requestName = requestNameOf(operation);
    if (hasCursor(operation) && ignoredFields.includes('cursor')) throw new IgnoredCursorError(requestName);
    settings.onIgnoredFields(ignoredFields, requestName);
    return result;
  }

  /** An undefined option does not override a setting. */
  #settingsOf({
    retries = this.#settings.retries,
    timeoutMs = this.#settings.timeoutMs,
    onIgnoredFields = this.#settings.onIgnoredFields,
  }: RequestOptions): RequestSettings {
    return { retries, timeoutMs, onIgnoredFields };
  }
}

/** A `cursor` in the body is only an unknown field, and the service has carried out the request. */
const hasCursor = ({ query }: OperationRequest): boolean =>
  query !== undefined && 'cursor' in query && query.cursor !== undefined;

function warnOfIgnoredFields(names: string[], requestName: string): void {
  console.warn(`Carrier Nest: ${requestName} ignored ${names.join(', ')}. Check the spelling`);
}

/** Returns undefined in a runtime without environment variables, where the settings are required. */
function readEnv(name: 'URL' | 'KEY'): string | undefined {
  // Only some of the SDK's runtimes have a `process`, so the SDK is compiled without Node's types.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[`CARRIER_NEST_${name}`];
}

function requireSetting(name: 'url' | 'key', value: string | undefined): string {
  if (value) return value;
  throw new InvalidArgumentError(
    `Give the ${name} of the service, or set CARRIER_NEST_${name.toUpperCase()}`,
  );
}

/** Refuses a password in the URL, because errors contain the URL. */
function normalizeUrl(rawUrl: string): string {
  const { protocol, username, password, host, pathname } = URL.canParse(rawUrl) ? new URL(rawUrl) : emptyUrl;
  if (!/^https?:$/.test(protocol))
    throw new InvalidArgumentError(`The url of the service must be an http or https URL: ${rawUrl}`);
  if (username || password)
    throw new InvalidArgumentError('The url of the service has a password. Give a key instead');
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

const emptyUrl = { protocol: '', username: '', password: '', host: '', pathname: '' };

/** Refuses an invalid key, because `fetch` would show the key in its error. */
function expectValidKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new InvalidArgumentError('The key of the service has an invalid character, such as a line break');
}
