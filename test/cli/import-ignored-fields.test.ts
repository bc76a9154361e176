import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { makeTempDir } from '../support/run/run-dir';
import { useService } from '../support/use-service';
import { startImport } from './support/run-import';

const service = useService();

/** A proxy that adds a field to each contact, like a command line that is newer than the service. */
const server = createServer((request, response) => void addField(request, response));

async function addField(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const contacts = request.method === 'POST' ? ((await json(request)) as object[]) : undefined;
  const body = contacts?.map((contact) => ({ ...contact, 'né le': '2000-01-01' }));
  const answer = await service.api(request.method ?? '', request.url ?? '', body && { body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(JSON.stringify(answer.body));
}

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => server.close());

//
test('an import warns once of fields that the service ignores', async () => {
  const { body: audience } = await service.api('POST', '/v1/audiences', { body: { name: 'Readers' } });
  const file = join(makeTempDir(), 'people.csv');
  writeFileSync(file, 'email\nkim@example.com\nlee@example.com\n');
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { exitCode, err } = await startImport(service.metadata.key, [
    ...[file, '--audience', audience.id, '--api', api],
  ]).result;

  expect(err).toBe('Warning: the service ignored these fields: 0.né le, 1.né le\n');
  expect(exitCode).toBe(0);
});
