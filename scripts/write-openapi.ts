import { writeFileSync } from 'node:fs';
import { routes } from '../functions/api/routes';
import { buildOpenapi } from '../shared/http/openapi';

writeFileSync('openapi.json', `${JSON.stringify(buildOpenapi(routes), null, 2)}\n`);
