import type { AwsRequest } from '../stand-in';
import type { Report } from './check-shape';
import { shapeOf, type Member, type Operation, type ServiceModel, type Shape } from './model';
import { parseText } from './text-value';

/** Query parameters and headers of signatures and transport, which are not in the models. */
const transportNames =
  /^(x-id|x-amz-(algorithm|credential|date|expires|signature|signedheaders|security-token|user-agent|content-sha256|target|trailer|decoded-content-length|error-code))$/i;

/** The members of a REST request that are in its path, query or headers. Reports unknown ones. */
export function readBoundInput(
  model: ServiceModel,
  operation: Operation,
  request: AwsRequest,
  report: Report,
): Record<string, unknown> {
  const shape = shapeOf(model, operation.input?.shape ?? '');
  const parts: Parts = { ...request, params: readPath(operation, request, report) };
  const literals = new URLSearchParams(operation.http.requestUri.split('?')[1]);
  const queryNames = [...literals.keys(), ...boundNames(shape, 'querystring')];
  for (const [name, value] of literals) {
    if (request.query.get(name) !== value) report(`query.${name}`, 'is missing');
  }
  for (const name of request.query.keys()) {
    if (!queryNames.includes(name) && !transportNames.test(name))
      report(`query.${name}`, 'is not in the model');
  }
  reportUnknownHeaders(shape, request.headers, report);
  return readMembers(model, shape, parts);
}

/** The members of a REST response that are in its headers or are its status. Reports unknown headers. */
export function readBoundOutput(
  model: ServiceModel,
  shape: Shape,
  headers: Record<string, string>,
  status: number,
  report: Report,
): Record<string, unknown> {
  reportUnknownHeaders(shape, headers, report);
  return readMembers(model, shape, { params: {}, query: new URLSearchParams(), headers, status });
}

interface Parts {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  status?: number;
}

type Location = NonNullable<Member['location']>;

/** Reads the texts of a member: none if it is missing, several for a list in the query. */
const readers: Record<Location, (parts: Parts, name: string) => (string | undefined)[]> = {
  uri: ({ params }, name) => [params[name]],
  querystring: ({ query }, name) => query.getAll(name),
  header: ({ headers }, name) => [headers[name.toLowerCase()]],
  headers: () => [],
  statusCode: ({ status }) => [status?.toString()],
};

function readMembers(model: ServiceModel, { members = {} }: Shape, parts: Parts): Record<string, unknown> {
  const bound: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    if (!member.location) continue;
    const texts = readers[member.location](parts, member.locationName ?? name).filter(
      (text) => text !== undefined,
    );
    const shape = shapeOf(model, member.shape);
    if (texts.length > 0) bound[name] = shape.type === 'list' ? texts : parseText(shape.type, texts[0] ?? '');
  }
  return bound;
}

function boundNames({ members = {} }: Shape, location: Location): string[] {
  return Object.entries(members)
    .filter(([, member]) => member.location === location)
    .map(([name, { locationName }]) => locationName ?? name);
}

/** Only headers that start with `x-amz-` belong to the services. A member may bind all headers with a prefix. */
function reportUnknownHeaders(shape: Shape, headers: Record<string, string>, report: Report): void {
  const names = boundNames(shape, 'header').map((name) => name.toLowerCase());
  const prefixes = boundNames(shape, 'headers').map((prefix) => prefix.toLowerCase());
  for (const name of Object.keys(headers)) {
    if (!name.startsWith('x-amz-') || transportNames.test(name) || names.includes(name)) continue;
    if (!prefixes.some((prefix) => name.startsWith(prefix))) report(`headers.${name}`, 'is not in the model');
  }
}

/** The parameters in the path, such as `/v2/email/identities/{EmailIdentity}`. Reports another method or path. */
function readPath({ http }: Operation, { method, path }: AwsRequest, report: Report): Record<string, string> {
  const [template = ''] = http.requestUri.split('?');
  const names = [...template.matchAll(/\{(.+?)\+?\}/g)].map(([, name = '']) => name);
  const pattern = template
    .replace(/\/$/, '')
    .replace(/\{(.+?)(\+?)\}/g, (_, _name, isGreedy) => (isGreedy ? '(.+)' : '([^/]+)'));
  const match = new RegExp(`^${pattern}/?$`).exec(path);
  if (!match || method !== http.method) report('uri', `is not ${http.method} ${template}`);
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match?.[index + 1] ?? '')]));
}
