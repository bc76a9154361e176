/** A refusal in the words of the server: of the control API, and of what the SDK has no method for. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  credential?: Record<string, string>;
}

/** JSON of this origin. Throws a `Refusal`. */
export async function ask<T>(
  path: string,
  { method = 'GET', body, credential = {} }: Options = {},
): Promise<T> {
  const answer = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...credential,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return readAnswer(answer);
}

export async function askText(path: string): Promise<string> {
  const answer = await fetch(path);
  if (answer.ok) return answer.text();
  return readAnswer(answer);
}

/** A mail as its bytes are, to the control API. */
export const arrive = async (query: URLSearchParams, raw: string): Promise<{ receipt_id: string }> =>
  readAnswer(
    await fetch(`/control/inbound?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822' },
      body: raw,
    }),
  );

async function readAnswer<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  const json: unknown = jsonIn(text);
  if (answer.ok && json !== undefined) return json as T;
  const { error } = (json ?? {}) as { error?: { message?: string } };
  throw new Refusal(answer.status, error?.message ?? `${answer.status} ${text.slice(0, 200)}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
