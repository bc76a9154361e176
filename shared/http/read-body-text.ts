import type { ApiRequest } from './request';

/** Returns the body as text, from the request or from S3. */
export async function readBodyText({ parkedBody, rawBody }: ApiRequest): Promise<string> {
  if (!parkedBody) return rawBody;
  const { fetchParkedBody } = await import('../aws/parked-bodies.lazy');
  return fetchParkedBody(parkedBody.key);
}
