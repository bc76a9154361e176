/** Thrown if the control API refuses a call, with the message of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  constructor(
    message: string,
    /** The status of the response. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Calls the control API of the runtime. */
export class ControlClient {
  constructor(private readonly origin: string) {}

  /** Calls with a JSON body, and returns the JSON of the response. Throws a `ControlError` if the call is refused. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return (await this.fetch(method, path, body === undefined ? {} : json)).json();
  }

  /** Posts a raw email, and returns the JSON of the response. */
  async postMail(path: string, raw: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const headers = { 'Content-Type': 'message/rfc822' };
    return (await this.fetch('POST', path, { headers, body: raw })).json();
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.fetch('GET', path, {})).arrayBuffer());
  }

  private async fetch(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.origin}/control${path}`, { ...init, method }).catch(
      (error: unknown) => {
        throw new Error(`The local runtime at ${this.origin} does not respond`, { cause: error });
      },
    );
    if (response.ok) return response;
    const { error } = (await response.json()) as { error: { message: string } };
    throw new ControlError(`${method} ${path}: ${error.message}`, response.status);
  }
}
