import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const head = '/** Generated from openapi.json: `npm run openapi`. */\n\n';

/** The types of the client, for `createClient<paths>()` of openapi-fetch. */
export async function clientOf(document: object): Promise<string> {
  // A field with a default may be left out by who sends it.
  const types = await openapiTS(document as OpenAPI3, { defaultNonNullable: false });
  return head + astToString(types);
}
