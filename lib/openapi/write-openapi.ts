import { writeFileSync } from 'node:fs';
import { buildOpenapi } from './document';
import { generateMcpFiles } from './mcp';
import { generateReference } from './reference';
import { generateSdkFiles } from './sdk';

const document = buildOpenapi();

writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
void generateSdkFiles(document).then((files) => {
  const generatedFiles = { ...files, ...generateMcpFiles(document), ...generateReference(document) };
  for (const [path, text] of Object.entries(generatedFiles)) writeFileSync(path, text);
});
