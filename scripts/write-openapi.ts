import { writeFileSync } from 'node:fs';
import { buildOpenapi } from './openapi/document';
import { sdkOf } from './openapi/sdk';

const document = buildOpenapi();

writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
void sdkOf(document).then((files) => {
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
});
