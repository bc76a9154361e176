import { ApiError } from '../errors';
import type { ApiRequest } from './request';
import type { Step } from './step';

/** 400 for a body that is not JSON, before the credential is looked at. A GET's body is not read. */
export function parseJson(): Step {
  return {
    before: async ({ event }) => {
      if (event.route.method === 'GET') return;
      event.body = parse(await bodyText(event), event.route.body !== undefined);
    },
  };
}

async function bodyText({ parkedBody, rawBody }: ApiRequest): Promise<string> {
  if (!parkedBody) return rawBody;
  const { fetchParkedBody } = await import('../aws/parked-bodies.lazy');
  return fetchParkedBody(parkedBody.key);
}

function parse(text: string, isRequired: boolean): unknown {
  if (text.trim() === '' && !isRequired) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError('invalid_json', `The body is not valid JSON: ${error.message}`);
  }
}
