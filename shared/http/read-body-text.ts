import type { ApiRequest } from './request';

/** The body as text, wherever it is. */
export async function readBodyText({ parkedBody, rawBody }: ApiRequest): Promise<string> {
  if (!parkedBody) return rawBody;
  const { fetchParkedBody } = await import('../aws/parked-bodies.lazy');
  return fetchParkedBody(parkedBody.key);
}
