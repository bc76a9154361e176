import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { buildOpenapi } from './document';
import { generateMcpFiles } from './mcp';
import { generateReference, referenceFolder } from './reference/pages';
import { generateSdkFiles } from './sdk';

const document = buildOpenapi();

writeFileSync('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
void generateSdkFiles(document).then((files) => {
  // Delete the pages of removed resources.
  rmSync(referenceFolder, { recursive: true, force: true });
  mkdirSync(referenceFolder);
  const generatedFiles = { ...files, ...generateMcpFiles(document), ...generateReference(document) };
  for (const [path, text] of Object.entries(generatedFiles)) writeFileSync(path, text);
});
