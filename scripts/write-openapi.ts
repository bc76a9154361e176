import { writeFileSync } from 'node:fs';
import { clientOf } from './openapi/client';
import { buildOpenapi } from './openapi/document';

const document = buildOpenapi();

writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
void clientOf(document).then((client) => writeFileSync('clients/api.ts', client));
