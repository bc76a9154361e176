import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiResponse, Service } from '../../support/service';
import { mapConcurrent } from '../../support/map-concurrent';
import { reader, type SampleData } from './sample-data';

/** GET routes that the OpenAPI document omits. */
const undocumentedPaths = ['/v1/api-keys'];

/** The query of a list that requires one. */
const queries: Record<string, string> = { '/v1/topics/preferences': `?email=${reader}` };

/** Lists of which the second page is read too. */
const pagedLists = ['/v1/emails', '/v1/contacts'];

/**
 * Returns the paths of every GET route that both the running code and the code in `codeDir` have, with the ids of the
 * sample data.
 */
export async function listReadablePaths(
  service: Service,
  sample: SampleData,
  codeDir: string,
): Promise<string[]> {
  const { body } = await service.api('GET', '/v1/openapi.json');
  const known = JSON.parse(readFileSync(join(codeDir, 'openapi.json'), 'utf8')) as OpenApi;
  const knownPaths = new Set(readablePathsOf(known));
  const documentedPaths = readablePathsOf(body as OpenApi).filter((path) => knownPaths.has(path));
  const secondPages = await Promise.all(pagedLists.map((path) => secondPageOf(sample, path)));
  return [
    ...[...documentedPaths, ...undocumentedPaths].flatMap((path) => fillPath(path, sample)),
    ...secondPages,
  ];
}

interface OpenApi {
  paths: Record<string, object>;
}

const readablePathsOf = ({ paths }: OpenApi): string[] =>
  Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && path !== '/v1/openapi.json')
    .map(([path]) => path);

function fillPath(path: string, { ids }: SampleData): string[] {
  if (!path.includes('{')) return [`${path}${queries[path] ?? ''}`];
  const [, , resource = ''] = path.split('/');
  const ownIds = ids[resource];
  if (!ownIds) throw new Error(`Add a record for ${path} to test/upgrade/support/sample-data.ts`);
  return ownIds.map((id) => path.replace('{index}', '0').replace(/\{\w+\}/, id));
}

async function secondPageOf({ workspace }: SampleData, path: string): Promise<string> {
  const { body } = await workspace.api('GET', `${path}?limit=1`);
  return `${path}?limit=1&cursor=${body.next_cursor}`;
}

/** Returns the response of each path. */
export async function readEach({ workspace }: SampleData, paths: readonly string[]) {
  const responses = await mapConcurrent(4, paths, async (path) => [
    path,
    comparable(await workspace.api('GET', path)),
  ]);
  return Object.fromEntries(responses) as Record<string, unknown>;
}

/** Removes what a read request itself changes. */
function comparable({ status, body }: ApiResponse): unknown {
  const isStable = (name: string) => name !== 'last_used_at';
  return {
    status,
    body: JSON.parse(
      JSON.stringify(body, (name, value: unknown) => (isStable(name) ? value : undefined)),
    ) as unknown,
  };
}
