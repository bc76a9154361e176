import type { Content, LocatedOperation, Operation, Parameter } from '../operations';

/** An example request and its response, as Markdown blocks. */
export interface ExampleText {
  status: string;
  summary: string;
  request: string;
  /** Undefined if the response is a file. */
  response: string | undefined;
}

/** The examples of an operation in openapi.json. */
export function exampleTexts(located: LocatedOperation): ExampleText[] {
  const { operation } = located;
  const requests = operation.requestBody?.content['application/json']?.examples ?? {};
  return successesOf(operation).flatMap(([status, content]) => {
    const responses = content['application/json']?.examples;
    // A file response has no examples, so the parameters give the names of the examples.
    const named = responses ?? firstPathParameter(operation)?.examples ?? {};
    return Object.keys(named).map((name) => ({
      status,
      summary: requests[name]?.summary ?? named[name]?.summary ?? '',
      request: fence('bash', curlCommand(located, name)),
      response: responses?.[name] && jsonBlock(responses[name].value),
    }));
  });
}

export const successesOf = ({ responses }: Operation): (readonly [status: string, content: Content])[] =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? [[status, content] as const] : [],
  );

export const ownParameters = ({ parameters }: Operation): Parameter[] =>
  parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []));

const firstPathParameter = (operation: Operation): Parameter | undefined =>
  ownParameters(operation).find((parameter) => parameter.in === 'path');

function curlCommand({ method, path, operation }: LocatedOperation, example: string): string {
  const body = operation.requestBody?.content['application/json']?.examples?.[example];
  const methodOption = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  const credential = operation.security.length > 0 ? ' -H "$AUTH"' : '';
  const data = body ? ` --json '${prettyJson(body.value).replaceAll("'", String.raw`'\''`)}'` : '';
  return `curl -sS${methodOption} "$API${pathOf(path, operation, example)}"${credential}${data}`;
}

function pathOf(path: string, operation: Operation, example: string): string {
  const parameters = ownParameters(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return encodeURI(valuesOf(parameter, example).join());
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) =>
      valuesOf(parameter, example).map((value): [string, string] => [parameter.name, value]),
    );
  return query.length > 0 ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}

/** A query parameter can have several values. */
const valuesOf = (parameter: Parameter | undefined, example: string): string[] =>
  [parameter?.examples?.[example]?.value ?? []]
    .flat()
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));

export const jsonBlock = (value: unknown): string => fence('json', prettyJson(value));

const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
