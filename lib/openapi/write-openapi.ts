import { writeFileSync } from 'node:fs';
import { buildOpenapi } from './document';
import { mcpOf } from './mcp';
import { referenceOf } from './reference';
import { sdkOf } from './sdk';

const document = buildOpenapi();

writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
void sdkOf(document).then((files) => {
  const all = { ...files, ...mcpOf(document), ...referenceOf(document) };
  for (const [path, text] of Object.entries(all)) writeFileSync(path, text);
});
